// Package client is the Go SDK of Millrace. Client has one method for each operation of the HTTP interface. The methods are
// generated from the OpenAPI document; parameters, bodies and results are types of package api.
//
//	c, err := client.New("https://millrace.example.com", token)
//	environments, err := c.ListEnvironments(ctx, nil)
//
// A result is never nil without an error. A response with a status of 400 or above is a *ServerError, whose Kind is the one
// that the server decided on. Any other response that the document does not describe is an *UnexpectedResponseError.
// ExportProject and StreamEvents return a reader, which the caller closes.
//
// Beside the generated methods, Events reads the stream of run changes and reconnects, CreatePlanFromArchive sends a
// project as an archive, and SetWorkspaceNodeJSON sends a node as JSON. The client does not retry other calls.
package client
