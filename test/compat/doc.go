// Package compat simulates the existing clients of the HTTP API, each with its own habits: a curl script, an
// orchestrator's plug-in, a catalog's extractor, an SDK, a Python script, and an assistant that edits workspaces.
//
// At least one of them calls every operation that existing clients rely on, and checks the status that they expect.
// Every response matches the OpenAPI document and every error has the API's error body. Enum values and times on the
// wire are those that clients parse, whatever the document says.
//
// The package does not search for weaknesses: test/contract sends what no client would send.
package compat
