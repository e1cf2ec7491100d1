// Package attack attacks whole servers, on both databases: each file is one threat, and its tests do what an attacker
// would do. docs/security.md lists the threats with what stops each of them.
package attack
