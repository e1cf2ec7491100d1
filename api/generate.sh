#!/usr/bin/env bash
# Writes what is generated from openapi.yaml: the wire types and server interface here, the Go client in ../client.
set -euo pipefail
cd "$(dirname "$0")"
oapi() { go tool -modfile=../tools/go.mod oapi-codegen "$@"; }

# The generator knows one type of binary body an operation. The server gives the others that type before they are routed.
known=$(mktemp --suffix .yaml)
trap 'rm -f "$known"' EXIT
grep -v '# read as zip by the generated code$' openapi.yaml > "$known"

oapi -config codegen.yaml "$known"
# The generated server reads bodies leniently. Ours reads them strictly, in decode.go.
grep -q 'runtime.BindJSONBody(r, &body)' api.gen.go || { echo "generate: the generator's way to read bodies has changed" >&2; exit 1; }
sed -i 's/runtime\.BindJSONBody(r, &body)/DecodeBody(r, \&body)/' api.gen.go

oapi -config ../client/codegen.yaml "$known"
