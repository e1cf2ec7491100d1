package snowflake

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	sf "github.com/snowflakedb/gosnowflake/v2"

	"github.com/millrace/millrace/internal/fault"
)

// isOfDriver reports errors that the driver found itself, such as an answer that it cannot read. Their text contains addresses.
func isOfDriver(e *sf.SnowflakeError) bool {
	return e.Number >= 260_000 && e.Number < 280_000 || e.Number < 0
}

// The numbers of the server's errors that the engine handles by themselves.
const (
	queryCanceled = 604
	sessionGone   = 390_111
	tokenExpired  = 390_114
)

// refused returns the fault for a statement that the server rejected or ended.
func (c *client) refused(ctx context.Context, e *sf.SnowflakeError) error {
	if e.Number == queryCanceled && ctx.Err() != nil {
		return canceled(ctx)
	}
	if known, ok := knownRefusals()[e.Number]; ok {
		return c.quote(known.kind, e, known.hint)
	}
	switch class := e.SQLState[:min(2, len(e.SQLState))]; class {
	case "08":
		return c.quote(fault.Unavailable, e, "The session ended; run the statement again.")
	case "40":
		return c.quote(fault.Conflict, e, conflictHint)
	case "53", "54":
		return c.quote(fault.Limit, e, "")
	}
	return c.quote(fault.Invalid, e, "")
}

const conflictHint = "Another statement changed the table at the same time; run this one again."

// knownRefusal is the kind and the hint of an error.
type knownRefusal struct {
	kind fault.Kind
	hint string
}

// knownRefusals lists errors of statements by their numbers.
func knownRefusals() map[int]knownRefusal {
	const (
		missing   = "Check the name, and that the role of the connection may use the object: Snowflake has one message for both."
		warehouse = "Set the setting warehouse to one that the role may use and that is running or resumes by itself (AUTO_RESUME)."
		lost      = "The session ended; run the statement again."
	)
	return map[int]knownRefusal{
		606: {fault.Invalid, warehouse}, // no active warehouse, or a suspended one that cannot be resumed
		607: {fault.Invalid, warehouse},
		609: {fault.Invalid, warehouse},

		queryCanceled: {fault.Unavailable, "The statement was canceled at the server, or by the new owner of the run."},
		625:           {fault.Conflict, conflictHint}, // waited too long for a lock
		626:           {fault.Conflict, conflictHint},
		630:           {fault.Limit, "Raise the setting statementTimeout of the connection or the limit of the warehouse, or make the statement faster."},
		200_001:       {fault.Conflict, conflictHint},

		2003:   {fault.Invalid, missing},
		2043:   {fault.Invalid, missing},
		3001:   {fault.Invalid, "Grant the privilege to the role of the connection."},
		90_105: {fault.Invalid, "Set the setting database to one that the role may use."},
		90_106: {fault.Invalid, "Write the schema before the name, or set the setting schema."},

		sessionGone:  {fault.Unavailable, lost},
		390_112:      {fault.Unavailable, lost},
		390_113:      {fault.Unavailable, lost},
		tokenExpired: {fault.Unavailable, lost},
	}
}

// refusedSignIn returns the fault of a sign-in that the server rejected; nil if it was no such answer.
func (c *client) refusedSignIn(e *sf.SnowflakeError) error {
	hints := map[int]string{
		390_100: "Check user and password. A user with a key pair needs the secret privateKey.",
		390_101: "The user cannot sign in this way; an administrator of the account can change that.",
		390_102: "An administrator of the account can unlock the user.",
		390_144: "Check account and user, and that the public key of the user belongs to the secret privateKey and is still set. " +
			"The clock of this machine must be right: the token that the key signs is valid for a minute.",
		390_189: "Check the setting role, and that it is granted to the user.",
		390_190: "Check the settings database, schema, warehouse and role.",
		390_201: "Check the setting database, schema or warehouse, and that the role may use it.",
		390_422: "The network policy of the account does not let this machine in.",
		390_432: "The network policy of the account does not let this machine in.",
		394_400: "The private key or the token is not valid; see the sign-in history of the account.",
		394_507: "The account asks for a second factor. Use a key pair.",
	}
	switch {
	case e.Number == sf.ErrCodeFailedToConnect || e.Number == 390_000 || e.Number == 390_200:
		return fault.New(fault.Unavailable, "the server at %s does not know the account %q", c.settings.address(), c.settings.account).
			WithHint("Check the account identifier, such as myorganization-myaccount, and the setting host.")
	case isOfDriver(e):
		return nil
	}
	hint := hints[e.Number]
	if hint == "" {
		hint = "Check account, user, secret, role, warehouse and database."
	}
	return fault.New(fault.Unavailable, "the server at %s refused the sign-in of user %q: %s", c.settings.address(), c.settings.user,
		c.scrub(oneLine(e.Message))).WithHint("%s", hint)
}

// leadingCode is what some servers repeat before a message.
var leadingCode = regexp.MustCompile(`^\d{6} \(\w{5}\): `)

// quote returns a fault with the server's own message.
func (c *client) quote(kind fault.Kind, e *sf.SnowflakeError, hint string) error {
	message := leadingCode.ReplaceAllString(oneLine(e.Message), "")
	if message == "" {
		message = fmt.Sprintf("error %06d", e.Number)
	}
	return fault.New(kind, "%s", c.shorten(message)).WithHint("%s", hint)
}

// oneLine joins the lines of a message.
func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }
