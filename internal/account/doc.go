// Package account is who may do what: organizations, users, the three levels of roles, permissions, access tokens and
// browser sessions.
//
// An organization is a tenant; nothing of one is ever visible in another. A user belongs to one organization and has
// one role in it, and may have a role in each of its projects and environments. Roles are sets of permissions, in one
// table (permission.go). An Actor is a user at work: identity, roles, and the credential that opened the door.
//
// Promises about tokens: a token never expires; every login makes a new one and leaves the others valid; all of a
// user's tokens and sessions die in the same transaction that deletes or disables the user or changes the password or
// the e-mail address. A write that was already on its way with such a credential fails too, because every write
// transaction checks its actor's credential first.
//
// The package holds rules and services; it reaches a database only through the store interfaces that it declares.
package account
