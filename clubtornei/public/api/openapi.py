"""The description of the JSON interface in OpenAPI 3.1, made from the records of its answers."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from clubtornei.public.api import answers
from clubtornei.text.untyped import JsonObject

SLUG = "What names it in addresses."


class Operation(Struct, frozen=True):
    """An address below `/api/v1`, what it answers, and in which words. `paged`: a page of a list."""

    answer: type[Struct]
    summary: str
    paged: bool = False


OPERATIONS: Mapping[str, Operation] = {
    "/clubs/{club}/events/": Operation(
        answers.PublicEvents, "The public events of a club, the latest first", paged=True
    ),
    "/clubs/{club}/circuits/": Operation(answers.CircuitList, "The public circuits of a club"),
    "/circuits/{circuit}/": Operation(answers.CircuitAnswer, "The ranking of a circuit"),
    "/events/{slug}/": Operation(answers.EventAnswer, "An event with its stages"),
    "/events/{slug}/prizes/": Operation(answers.PrizesAnswer, "The confirmed prizes of an event"),
    "/events/{slug}/rounds/{number}/": Operation(
        answers.RoundAnswer, "The pairings of a published round of the first stage"
    ),
    "/events/{slug}/standings/": Operation(answers.StandingsAnswer, "The ranking of the current stage"),
    "/events/{slug}/calendar/": Operation(answers.CalendarAnswer, "All rounds of the current stage"),
    "/events/{slug}/bracket/": Operation(answers.BracketAnswer, "The bracket of the current stage"),
    "/events/{slug}/stages/{stage}/calendar/": Operation(
        answers.CalendarAnswer, "All rounds of that stage, those to come too where they are known"
    ),
    "/events/{slug}/stages/{stage}/bracket/": Operation(answers.BracketAnswer, "The bracket of that stage"),
    "/events/{slug}/stages/{stage}/rounds/{number}/": Operation(
        answers.RoundAnswer, "The pairings of a round of that stage"
    ),
    "/events/{slug}/stages/{stage}/standings/": Operation(
        answers.StandingsAnswer, "The ranking of that stage"
    ),
}
PARAMETERS = {
    "club": {"type": "string"},
    "circuit": {"type": "string"},
    "slug": {"type": "string"},
    "number": {"type": "integer", "minimum": 1},
    "stage": {"type": "integer", "minimum": 1},
}
PAGE = {
    "name": "page",
    "in": "query",
    "required": False,
    "schema": {"type": "string"},
    "description": "As in the `next` of the page before",
}


def description() -> JsonObject:
    kinds: list[type[Struct]] = [
        *dict.fromkeys(operation.answer for operation in OPERATIONS.values()),
        answers.Refusal,
    ]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    of_record = dict(zip(kinds, schemas, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ClubTornei",
            "version": "1",
            "description": "Read-only. Points are texts with a decimal point, because they are exact."
            " Each answer has an ETag: with If-None-Match an unchanged one is 304.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {
            address: {"get": _operation(address, operation, of_record)}
            for address, operation in OPERATIONS.items()
        },
        "components": {"schemas": components},
    }


def _operation(address: str, operation: Operation, schemas: Mapping[type[Struct], JsonObject]) -> JsonObject:
    named = [name for name in PARAMETERS if f"{{{name}}}" in address]
    return {
        "operationId": "_".join(part.strip("{}") for part in address.strip("/").split("/")),
        "summary": operation.summary,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in named),
            *([PAGE] if operation.paged else []),
        ],
        "responses": {
            "200": {
                "description": operation.summary,
                "headers": {"ETag": {"schema": {"type": "string"}}},
                **_json(schemas[operation.answer]),
            },
            "304": {"description": "Unchanged since the answer whose ETag was sent in If-None-Match"},
            "404": {
                "description": "There is no such thing, or it is not public",
                **_json(schemas[answers.Refusal]),
            },
            "409": {
                "description": "It is not decided yet who plays in a stage",
                **_json(schemas[answers.Refusal]),
            },
        },
    }


def _json(schema: JsonObject) -> JsonObject:
    return {"content": {"application/json": {"schema": schema}}}
