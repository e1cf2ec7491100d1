// Package postgres is the engine on a PostgreSQL server.
//
// The settings of a connection are host, port (5432), database, user and sslmode (prefer); its secret is password.
// sslmode has the meaning that PostgreSQL's own clients give it, with the system's certificate authorities for
// verify-ca and verify-full.
//
// The package promises that only these values decide where a connection goes and how: nothing in them is parsed as a
// connection string, and the PG* variables, password files and service files of the server's user have no say. No
// fault holds the password.
//
// It does not connect to Unix sockets, where the operating system would vouch for the server's own user.
package postgres
