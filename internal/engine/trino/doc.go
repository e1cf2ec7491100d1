// Package trino is the engine on a Trino cluster with an Iceberg catalog.
//
// The settings of a connection are url, user, catalog, schema, sessionProperties, source, tls, certificateAuthority and
// statementTimeout; its secret has password, or token, or certificate and privateKey. catalog is the database of
// mappings that name none. source is how resource groups and operators recognize the connection's queries.
//
//	server ── session ── run ─┐
//	   └─ Catalog, Fence ─────┴─ client: submit ── follow ── stop ── transport
//
// The package speaks the client protocol itself, over HTTP (docs/decisions/0025-trino-protocol.md): a statement is
// submitted, and the server starts it when its first answer is fetched. So the id of a query is known before the query
// runs. A request that fails is repeated for some seconds, and not longer.
//
// A session is not known to the server. Every query carries the session's label in its source, by which operators and
// Fence find it. Fence kills the queries of older epochs; it cannot reject statements that an older owner sends later.
//
// The connector writes in transactions of one statement, so there are no others here: Begin is Unsupported. When a
// context ends, the driver cancels the query and waits for the server's confirmation. A write that was canceled while it
// committed may have been published all the same.
//
// No fault contains a password, a token or a key. Answers are followed at the address of the settings only, whatever
// address the server names.
package trino
