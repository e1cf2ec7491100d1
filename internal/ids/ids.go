package ids

import (
	"strconv"

	"github.com/google/uuid"
)

type (
	// Organization is a tenant's id, a UUID.
	Organization string
	// User is a user's id, a UUID; clients treat it as opaque.
	User string
	// Project is a project's id, a UUID.
	Project string
	// Connection is a connection's id, a UUID.
	Connection string
	// Token is an access token's id, a UUID; it is not the token.
	Token string
	// Session is a browser session's id, a UUID; it is not the cookie.
	Session string
	// SCIMToken is the id of a token of an identity provider, a UUID; it is not the token.
	SCIMToken string
	// Group is the id of a group of users at an identity provider, a UUID.
	Group string
	// Schedule is a schedule's id, a UUID.
	Schedule string

	// Environment is an environment's number. Environments and workspaces of an organization are counted together.
	Environment int64
	// Workspace is a workspace's number, from the same count as Environment.
	Workspace int64
	// Run is a run's number in its organization.
	Run int64
)

// New returns a new UUID for any of the textual ids.
func New[T ~string]() T { return T(uuid.NewString()) }

// ParseNumber parses a decimal id of an environment, workspace or run. It rejects a text that cannot be an id (signs,
// leading zeros, spaces, out of range), so that an id has one spelling.
func ParseNumber[T ~int64](text string) (T, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text {
		return 0, false
	}
	return T(n), true
}

// FormatNumber returns a decimal id as the API has it.
func FormatNumber[T ~int64](id T) string { return strconv.FormatInt(int64(id), 10) }
