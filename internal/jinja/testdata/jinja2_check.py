"""Renders templates with Python's Jinja2, so that the tests can compare our implementation with it.

Reads one JSON object per line: {"template": "...", "context": {...}}.
Writes one line for each: {"output": "..."} or {"error": "kind", "message": "..."}.
"""

import json
import sys

from jinja2 import TemplateRuntimeError, TemplateSyntaxError, UndefinedError
from jinja2.sandbox import SandboxedEnvironment, SecurityError

# The first matching class determines the kind, named as in our ErrorKind.
KINDS = [
    (TemplateSyntaxError, "syntax"),
    (SyntaxError, "syntax"),
    (UndefinedError, "undefined"),
    (SecurityError, "security"),
    (TemplateRuntimeError, "runtime"),
    (RecursionError, "limit"),
    (RuntimeError, "runtime"),
    (ZeroDivisionError, "arithmetic"),
    (OverflowError, "arithmetic"),
    (KeyError, "lookup"),
    (IndexError, "lookup"),
    (TypeError, "type"),
    (AttributeError, "type"),
    (ValueError, "value"),
    (AssertionError, "value"),
]


def environment():
    env = SandboxedEnvironment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"])
    env.globals["range"] = range
    return env


def render(env, case):
    try:
        template = env.from_string(case["template"])
        return {"output": template.render(case.get("context") or {})}
    except Exception as error:  # every kind of failure is a result
        kind = next((name for cls, name in KINDS if isinstance(error, cls)), type(error).__name__)
        return {"error": kind, "message": str(error)}


def main():
    env = environment()
    for line in sys.stdin:
        print(json.dumps(render(env, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
