"""What the pages of a named formula show: a new event by it, and the stages of an event made again."""

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.formula_forms import FormulaForms
from clubtornei.events.plan_drawing import drawing_of
from clubtornei.text.languages import translated
from clubtornei.text.untyped import Context, FormData


def form_data(request: MemberRequest) -> FormData | None:
    """The data to bind the formula's forms to: of a POST, with the direct finalists of the button pressed; or
    of a GET that previews a choice; else None.
    """
    if "direct" in request.POST:
        data = request.POST.copy()
        data["formula-direct"] = request.POST["direct"]
        if "formula-semifinals" in data:
            data["formula-semifinals"] = ""
        return data
    if request.method == "POST":
        return request.POST
    return request.GET if "wildcards" in request.GET else None


def only_shows(request: MemberRequest) -> bool:
    """Whether the page is only shown, and nothing is made: also where a button has changed a choice."""
    return request.method == "GET" or "look" in request.POST or "direct" in request.POST


def plan_context(forms: FormulaForms) -> Context:
    plan = forms.plan
    return {
        "formula": {"title": translated(forms.formula.title), "meaning": translated(forms.formula.meaning)},
        "forms": forms,
        "plan": plan,
        "drawing": drawing_of(plan.stages) if plan and len(plan.stages) > 1 else None,
    }
