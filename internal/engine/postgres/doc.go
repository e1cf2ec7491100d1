// Package postgres is the engine on a PostgreSQL server.
//
// The settings of a connection are host, port (5432), database, user, sslmode (prefer), maxConnections (16) and
// statementTimeout (none); its secret is password. sslmode has the meaning that PostgreSQL's own clients give it, with the
// system's certificate authorities for verify-ca and verify-full. Of the connections, two answer questions such as Catalog
// and Fence, and the others are for sessions; a session waits until one of them is free. statementTimeout is text such as
// 30m, or a number of seconds.
//
//	server ─┬─ desk: ask ────────────────────────────┐
//	        └─ work: session ── run ── guard, before ─┴─ wire.exchange ── stopper
//
// The package promises that only these values decide where a connection goes and how: nothing in them is parsed as a
// connection string, and the PG* variables, password files and service files of the server's user have no say. No
// fault holds the password.
//
// A node of n statements takes n + 3 round trips: the label is put on, a transaction begins together with its first
// statement, the commit, and the clean-up when the session is given back.
//
// A statement whose context ends is stopped by a request of the protocol, which is repeated until the server answers. If
// it does not answer within the time-out of the driver, the connection is closed and the server is asked to end the
// session through another one; only when it has done so is the fault Canceled. Statements of a process that died stop
// within two seconds because the server looks after its clients, and Fence ends those of a process that merely sleeps.
//
// It does not connect to Unix sockets, where the operating system would vouch for the server's own user. It does not work
// through a pooler that gives every transaction another session.
package postgres
