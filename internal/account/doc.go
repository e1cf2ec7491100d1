// Package account defines who may do what: organizations, users, the three levels of roles, permissions, access tokens
// and browser sessions.
//
// An organization is a tenant; nothing of one is ever visible in another. A user belongs to one organization and has
// one role in it, and may have a role in each of its projects and environments. Roles are sets of permissions, in one
// table (permission.go). An Actor is an authenticated user: identity, roles and credential.
//
// Guarantees about tokens: a token never expires, unless its owner chose a time for it. Every login creates a new token and leaves the
// other tokens valid. The transaction that deletes or disables a user, or changes the password, the e-mail address or the second factor,
// revokes all of the user's tokens and sessions; the session that changes the factor stays. A concurrent write with such a credential
// fails too, because every write transaction checks its actor's credential first.
//
// The package contains rules and services. It accesses a database only through the store interfaces that it declares.
package account
