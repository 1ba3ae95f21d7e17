"""What a job has made, as the answer to a request."""

from django.http import FileResponse

from clubtornei.jobs.models import Job, files


def result_response(job: Job, *, as_attachment: bool = False) -> FileResponse | None:
    """The file; None if there is none, or none any more."""
    if not job.result:
        return None
    try:
        file = files().open(job.result)
    except FileNotFoundError:
        return None
    name = job.asked["filename"]
    return FileResponse(file, as_attachment=as_attachment, filename=name)
