// Package postgres is the engine on a PostgreSQL server.
//
// The settings of a connection are host, port (5432), database, user, sslmode (prefer), maxConnections (16) and
// statementTimeout (none); its secret is password. sslmode has the meaning of PostgreSQL's own clients, with the
// system's certificate authorities for verify-ca and verify-full. Two of the connections answer internal queries such
// as Catalog and Fence. The others are for sessions; a session waits until one of them is free. statementTimeout is
// text such as 30m, or a number of seconds.
//
//	server ─┬─ admin: ask ───────────────────────────┐
//	        └─ work: session ── run ── guard, before ─┴─ wire.exchange ── stopper
//
// The package promises that only these values decide where a connection goes and how. It parses none of them as a
// connection string, and ignores the PG* variables, password files and service files of the server's user. No fault
// contains the password.
//
// A node of n statements takes n + 3 round trips: setting the label, starting the transaction together with its first
// statement, the commit, and the cleanup when the session is closed.
//
// When a context ends, the driver cancels its statement with a cancel request, and repeats it until the server answers.
// If the server does not answer within the driver's timeout, the driver closes the connection and asks the server over
// another one to end the session; only after that is the fault Canceled. The server stops the statements of a dead
// process within two seconds, because it checks its clients. Fence ends those of a suspended process.
//
// The package does not connect to Unix sockets, where the operating system would authenticate the server's own user. It
// does not support poolers that give every transaction another session.
package postgres
