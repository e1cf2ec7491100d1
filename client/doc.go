// Package client is the Go SDK of Millrace. The methods, one for each operation of the interface, are generated from the
// OpenAPI document; their types are those of package api.
//
//	c, err := client.New("https://millrace.example.com", token)
//	answer, err := c.ListEnvironmentsWithResponse(ctx, nil)
//
// Events follows what happens to runs; it reads the one stream of the interface and comes back after breaks.
//
// A call returns a *ServerError for every answer of 400 and above; its Kind is the one that the server decided on.
package client
