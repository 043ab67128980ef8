#!/usr/bin/env python3
"""Holds the dialects against the vendors' own SDKs.

Their transforms must leave our schemas as they are, and our request fragments must be requests in their own types. The SDKs are
installed, in the pinned versions, into `.vendors` beside this file. What cannot be installed is skipped, and said so; a run in
which nothing was checked fails, and so does one in which a check of an SDK that is installed had nothing to check.

vLLM's request has no type here: its package is many gigabytes, and takes the member as any JSON. The schema in it is held
against XGrammar by `cargo test -p llm_output_verify`.

Usage: tests/verify/vendors/check.py
"""

import copy
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

# Every check, by the installation that it needs.
PYTHON_CHECKS = [
    "openai (Python) strict transform",
    "openai (Python) request type",
    "anthropic (Python) transform",
    "anthropic (Python) request type",
    "google-genai transform",
    "google-genai request type",
    "Bedrock (Python) request type: Converse",
    "Bedrock (Python) request type: tool",
    "cohere (Python) request type",
    "ollama (Python) request type",
    "mcp (Python) tool type",
]
NODE_CHECKS = ["openai (Node) strict transform"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LOCAL = HERE / ".vendors"
PYTHON = LOCAL / "python" / "bin" / "python"


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def install_python():
    """Installs the Python SDKs; returns why not, where that fails."""
    if not PYTHON.exists():
        venv.create(PYTHON.parents[1], with_pip=True)
    done = run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "requirements.txt")
    return None if done.returncode == 0 else last_line(done.stderr)


def install_node():
    """Installs the SDK for Node; returns why not, where that fails."""
    if shutil.which("npm") is None:
        return "there is no npm"
    (LOCAL / "node").mkdir(parents=True, exist_ok=True)
    for name in ["package.json", "strict.mjs"]:
        shutil.copy(HERE / name, LOCAL / "node" / name)
    done = run("npm", "install", "--silent", "--no-audit", "--no-fund", cwd=LOCAL / "node")
    return None if done.returncode == 0 else last_line(done.stderr)


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given"


def emitted():
    done = subprocess.run(
        ["cargo", "run", "--quiet", "-p", "llm_output_verify", "--bin", "emit"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    )
    return json.loads(done.stdout)


class Report:
    """What was checked by each check, and what failed."""

    def __init__(self):
        self.counts = {}
        self.failures = []

    def passed(self, check):
        self.counts[check] = self.counts.get(check, 0) + 1

    def failed(self, check, what, why):
        self.counts.setdefault(check, 0)
        self.failures.append(f"{check}: {what}: {why}")

    def ran(self, checks):
        """Each of the checks had something to check, and there are no others."""
        for check in checks:
            if not self.counts.get(check) and not any(failure.startswith(f"{check}: ") for failure in self.failures):
                self.failed(check, "run", "had nothing to check")
        for check in self.counts:
            if check not in PYTHON_CHECKS + NODE_CHECKS:
                self.failed(check, "run", "is not in the list of checks")

    def differs(self, check, results):
        """A check that finds nothing wrong in what is wrong, such as a schema of JSON Schema itself, says nothing of ours either."""
        if not any(results):
            self.failed(check, "control", "takes what is wrong as it is")

    def same(self, check, what, ours, theirs):
        if ours == theirs:
            self.passed(check)
        else:
            self.failed(check, what, f"ours {json.dumps(ours)}\n  theirs {json.dumps(theirs)}")


def of(document, *dialects):
    for entry in document["schemas"]:
        if entry["dialect"] in dialects:
            yield f"{entry['type']} in {entry['dialect']}", entry["schema"]


def fragments(document, *requests):
    for entry in document["requests"]:
        if entry["request"] in requests:
            yield f"{entry['type']} in {entry['request']}", entry["request"], entry["fragment"]


def check_openai(document, report):
    from openai.lib._pydantic import _ensure_strict_json_schema
    from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
    from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
    from pydantic import TypeAdapter

    for what, schema in of(document, "OpenAiStrict", "AzureOpenAi", "DeepSeek"):
        strict = copy.deepcopy(schema)
        report.same("openai (Python) strict transform", what, schema, _ensure_strict_json_schema(strict, path=(), root=strict))
    controls = [schema for _, schema in of(document, "JsonSchema")]
    changed = [refused(lambda schema: _ensure_strict_json_schema(schema, path=(), root=schema), schema) for schema in controls]
    report.differs("openai (Python) strict transform", changed)
    chat = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
    responses = {"model": "m", "input": "x"}
    kinds = {
        "OpenAiChat": (CompletionCreateParamsNonStreaming, chat),
        "OpenAiChatTool": (CompletionCreateParamsNonStreaming, chat),
        "OpenAiResponses": (ResponseCreateParamsNonStreaming, responses),
        "OpenAiResponsesTool": (ResponseCreateParamsNonStreaming, responses),
    }
    typed(kinds, document, report, "openai (Python) request type", TypeAdapter)


def check_anthropic(document, report):
    from anthropic import transform_schema
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from pydantic import TypeAdapter

    for what, schema in of(document, "Anthropic"):
        try:
            theirs = transform_schema(copy.deepcopy(schema))
        except Exception as error:
            report.failed("anthropic (Python) transform", what, repr(error))
            continue
        report.same("anthropic (Python) transform", what, schema, theirs)
    report.differs("anthropic (Python) transform", [refused(transform_schema, schema) for _, schema in of(document, "JsonSchema")])
    base = {"model": "m", "max_tokens": 1024, "messages": [{"role": "user", "content": "x"}]}
    kinds = {name: (MessageCreateParamsNonStreaming, base) for name in ["AnthropicJson", "AnthropicTool"]}
    typed(kinds, document, report, "anthropic (Python) request type", TypeAdapter)


def refused(transform, schema):
    """Whether the transform fails on the schema or changes it."""
    try:
        return transform(copy.deepcopy(schema)) != schema
    except Exception:
        return True


def typed(kinds, document, report, check, adapter):
    """Reads each fragment as the vendor's type, where no member may be lost on the way."""
    adapters = {name: adapter(kind) for name, (kind, _) in kinds.items()}
    for what, request, fragment in fragments(document, *kinds):
        body = {**kinds[request][1], **fragment}
        try:
            read = adapters[request].validate_python(body, strict=False)
        except Exception as error:
            report.failed(check, what, str(error)[:800])
            continue
        report.same(check, what, plain(body), plain(read))


def plain(value):
    """Without the laziness of the vendor's readers: lists are lists, objects are objects."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value
    return [plain(inner) for inner in value]


def check_gemini(document, report):
    from google import genai
    from google.genai import types
    from google.genai._transformers import t_schema

    client = genai.Client(api_key="none")._api_client
    for what, schema in of(document, "GeminiOpenApi"):
        try:
            theirs = t_schema(client, copy.deepcopy(schema))
        except Exception as error:
            report.failed("google-genai transform", what, repr(error)[:800])
            continue
        dumped = theirs.model_dump(mode="json", by_alias=True, exclude_none=True)
        report.same("google-genai transform", what, numbers(schema), numbers(dumped))
    controls = [schema for _, schema in of(document, "JsonSchema")]
    report.differs("google-genai transform", [refused(lambda schema: dump(t_schema(client, schema)), schema) for schema in controls])
    for what, request, fragment in fragments(document, "GeminiOpenApi", "GeminiJson", "GeminiTool"):
        check = "google-genai request type"
        try:
            if request == "GeminiTool":
                read = {
                    "tools": [dump(types.Tool.model_validate(tool)) for tool in fragment["tools"]],
                    "toolConfig": dump(types.ToolConfig.model_validate(fragment["toolConfig"])),
                }
            else:
                read = {"generationConfig": dump(types.GenerationConfig.model_validate(fragment["generationConfig"]))}
        except Exception as error:
            report.failed(check, what, str(error)[:800])
            continue
        report.same(check, what, numbers(fragment), numbers(read))


def check_others(document, report):
    """Vendors whose SDKs transform no schema: their own types, or their own description of the service, take the requests."""
    from botocore.serialize import create_serializer
    from botocore.session import get_session
    from botocore.validate import ParamValidator
    from cohere import JsonObjectResponseFormatV2
    from mcp.types import Tool
    from ollama._types import ChatRequest

    service = get_session().get_service_model("bedrock-runtime")
    converse = service.operation_model("Converse")
    serializer = create_serializer(service.metadata["protocol"], include_validation=False)
    messages = [{"role": "user", "content": [{"text": "x"}]}]

    def bedrock(fragment):
        parameters = {"modelId": "m", "messages": messages, **fragment}
        problems = ParamValidator().validate(parameters, converse.input_shape)
        if problems.has_errors():
            raise ValueError(problems.generate_report())
        body = json.loads(serializer.serialize_to_request(parameters, converse)["body"])
        return {key: value for key, value in body.items() if key != "messages"}

    def cohere(fragment):
        read = JsonObjectResponseFormatV2.model_validate(fragment["response_format"])
        if read.model_extra and set(read.model_extra) - {"type"}:
            raise ValueError(f"members that the type does not know: {sorted(read.model_extra)}")
        return {**fragment, "response_format": read.model_dump(mode="json", by_alias=True, exclude_none=True)}

    def ollama(fragment):
        read = dump(ChatRequest.model_validate({"model": "m", "messages": [{"role": "user", "content": "x"}], **fragment}))
        return {key: value for key, value in read.items() if key in {"format", *fragment}}

    kinds = {
        "BedrockConverse": ("Bedrock (Python) request type: Converse", bedrock, {"outputConfig": {"textFormat": {"type": 1}}}),
        "BedrockTool": ("Bedrock (Python) request type: tool", bedrock, {"toolConfig": {"tools": [{"toolSpec": {"name": "x"}}]}}),
        "CohereChat": ("cohere (Python) request type", cohere, {"response_format": {"type": "json_object", "schema": {}}}),
        "Ollama": ("ollama (Python) request type", ollama, {"format": 1}),
        "McpTool": ("mcp (Python) tool type", lambda fragment: dump(Tool.model_validate(fragment)), {"name": "x"}),
    }
    for request, (check, read, control) in kinds.items():
        report.differs(check, [refused(read, control)])
        for what, _, fragment in fragments(document, request):
            try:
                report.same(check, what, fragment, read(copy.deepcopy(fragment)))
            except Exception as error:
                report.failed(check, what, str(error)[:800])


def dump(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def numbers(value):
    """Bounds are 0 here and 0.0 there, and counts are numbers here and text there."""
    if isinstance(value, dict):
        return {key: numbers(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [numbers(inner) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def strict(entries):
    done = subprocess.run(
        ["node", "strict.mjs"], cwd=LOCAL / "node", check=True, text=True, stdout=subprocess.PIPE,
        input=json.dumps([schema for _, schema in entries]),
    )
    return json.loads(done.stdout)


def check_node(document, report):
    check = "openai (Node) strict transform"
    controls = list(of(document, "JsonSchema"))
    report.differs(check, [result.get("schema") != schema for (_, schema), result in zip(controls, strict(controls))])
    entries = list(of(document, "OpenAiStrict", "AzureOpenAi"))
    for (what, schema), result in zip(entries, strict(entries)):
        if "error" in result:
            report.failed(check, what, result["error"])
        else:
            report.same(check, what, schema, result["schema"])


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--inside":
        document = json.load(sys.stdin)
        report = Report()
        check_openai(document, report)
        check_anthropic(document, report)
        check_gemini(document, report)
        check_others(document, report)
        json.dump({"counts": report.counts, "failures": report.failures}, sys.stdout)
        return 0
    document = emitted()
    report = Report()
    if (reason := install_python()) is None:
        done = subprocess.run(
            [PYTHON, __file__, "--inside"], input=json.dumps(document), text=True, stdout=subprocess.PIPE,
            check=True, env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        inside = json.loads(done.stdout)
        report.counts.update(inside["counts"])
        report.failures += inside["failures"]
        report.ran(PYTHON_CHECKS)
    else:
        print(f"SKIPPED: the Python SDKs could not be installed: {reason}")
    if (reason := install_node()) is None:
        check_node(document, report)
        report.ran(NODE_CHECKS)
    else:
        print(f"SKIPPED: OpenAI's SDK for Node could not be installed: {reason}")
    for check, count in report.counts.items():
        print(f"{check}: {count} passed")
    for failure in report.failures:
        print(f"FAILED: {failure}")
    if not report.counts:
        print("FAILED: nothing was checked")
        return 1
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
