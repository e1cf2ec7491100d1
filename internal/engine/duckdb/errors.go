package duckdb

import (
	"errors"
	"regexp"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/fault"
)

// isDuckDB reports whether DuckDB itself has refused something; otherwise it was its driver, or we.
func isDuckDB(err error) bool {
	_, ok := errors.AsType[*duckdb.Error](err)
	return ok
}

// explain makes a fault of what DuckDB said.
func (i *instance) explain(err error) error {
	if _, isFault := errors.AsType[*fault.Error](err); isFault {
		return err
	}
	said, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return fault.Wrap(err, fault.Internal, "the driver of DuckDB failed")
	}
	i.notice(said)
	explained := explain(said)
	// Where the server keeps its files is nobody's business.
	explained.Message = strings.ReplaceAll(explained.Message, i.folder+"/", "")
	return explained
}

// explain finds the kind of fault. What DuckDB said becomes the message as it is: it names the line and shows the place.
func explain(said *duckdb.Error) *fault.Error {
	switch {
	case isDiskFull(said.Msg):
		return fault.New(fault.Limit, "%s", said.Msg).WithHint("The disk of the duckdb connection's folder is full. Make room on it.")
	case said.Type == duckdb.ErrorTypeOutOfMemory:
		return fault.New(fault.Limit, "%s", firstParagraph(said.Msg)).
			WithHint("Raise the connection's setting memoryLimit, make room on its disk, or let the statement do less at once.")
	case said.Type == duckdb.ErrorTypeTransaction:
		return explainTransaction(said.Msg)
	case said.Type == duckdb.ErrorTypeFatal, said.Type == duckdb.ErrorTypeConnection, brokenForm.MatchString(said.Msg):
		return fault.New(fault.Unavailable, "%s", said.Msg).WithHint("Try again: DuckDB is started anew.")
	case said.Type == duckdb.ErrorTypePermission:
		return fault.New(fault.Invalid, "%s", said.Msg).
			WithHint("Files must lie in the folder of the duckdb connection. Give their names relative to it, as in read_csv('orders.csv').")
	}
	return fault.New(fault.Invalid, "%s", said.Msg)
}

// explainTransaction tells those who were in each other's way from those who went wrong by themselves.
func explainTransaction(message string) *fault.Error {
	switch {
	case strings.Contains(strings.ToLower(message), "conflict"), strings.Contains(message, "Failed to commit"):
		return fault.New(fault.Conflict, "%s", message).WithHint("Another transaction has changed the same thing. Try again.")
	case strings.Contains(message, "single attached database"):
		return fault.New(fault.Invalid, "%s", message).
			WithHint("A node writes to the database that it is in, and to work tables. Make other tables by nodes of their own.")
	}
	return fault.New(fault.Invalid, "%s", message)
}

// isDiskFull knows the words of the system.
func isDiskFull(message string) bool {
	for _, words := range []string{"No space left on device", "File too large", "Disk quota exceeded"} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// firstParagraph leaves out the advice, which is about settings that are locked.
func firstParagraph(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	return first
}

// isDurable reports whether an error came after a commit that went well: DuckDB then tried to tidy up and could not.
func (i *instance) isDurable(err error) bool {
	said, ok := errors.AsType[*duckdb.Error](err)
	if !ok || !strings.Contains(said.Msg, "COMMIT succeeded and is durable") {
		return false
	}
	i.notice(said)
	return true
}

// brokenForm is how DuckDB says that a database has to be attached anew.
var brokenForm = regexp.MustCompile(`atabase "((?:[^"]|"")*)"[^"]* has been invalidated`)

// notice remembers what has to be mended before the next session.
func (i *instance) notice(said *duckdb.Error) {
	if said.Type == duckdb.ErrorTypeFatal {
		i.isDead.Store(true)
	}
	if broken := brokenForm.FindStringSubmatch(said.Msg); broken != nil {
		i.files.breakDown(broken[1])
	}
}
