// Package compat holds the clients that already speak our HTTP interface, each played as it talks: a curl script, an
// orchestrator's plug-in, a catalog's extractor, an SDK, a Python script, and an assistant that edits workspaces.
//
// It promises that every operation that existing clients rely on is called by at least one of them and answers with the
// status that they expect; that every answer is one of the OpenAPI document and every error has the fixed body; and that
// words and times on the wire are those that clients parse, whatever the document says.
//
// It does not look for holes: what a client would not send is tried in test/contract.
package compat
