// Package snowflake is the engine on a Snowflake account.
//
// The settings of a connection are account, host, port, protocol, user, role, warehouse, database, schema, queryTag,
// sessionParameters and statementTimeout; its secret has password, or privateKey and, if the key is encrypted,
// privateKeyPassphrase. database is the database of mappings that name none.
//
//	server ── session ── run ── connection ─┐
//	   └─ Catalog, Versions, Fence, cancel ─┴─ driver ── transport
//
// The package uses Snowflake's own driver, through a transport of its own (docs/decisions/0029-snowflake-driver.md): each address is
// checked before it is dialed, redirects and telemetry are not sent, and statements are submitted so that the server answers at once
// with the id of the query. So the id is known before the statement is waited for. A server that ignores this, such as fakesnow,
// answers when the statement has ended, and the id comes with the answer.
//
// A session is a label: it borrows a session of the server for its statements, and gives it back unless it left something in it. Every
// statement carries the label in its query tag, by which operators and Fence find it. When a context ends, the query is
// canceled by its id, and the server's answer to the statement itself is the confirmation.
//
// Transactions contain changes of rows; statements that change definitions commit. The package enforces that a statement is
// one statement, does not change the session, and transfers no files of this machine.
//
// No fault contains a password or a key.
package snowflake
