"""How static files are kept: under names with the hash of their content, which browsers may keep for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r"""(?P<matched>from ?"(?P<url>\.\.?/[^"]+)")"""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also puts the hashed names where one of our scripts imports another.

    Django's own support of imports reads those of the packages, too, which name files that they do not have.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", ((IMPORT, 'from "%(url)s"'),)))
