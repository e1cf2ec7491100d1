package duckdb

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/fault"
)

// isDuckDB reports whether DuckDB itself returned the error; otherwise its driver or this package did.
func isDuckDB(err error) bool {
	_, ok := errors.AsType[*duckdb.Error](err)
	return ok
}

// explain converts an error of DuckDB to a fault.
func (i *instance) explain(err error) error {
	if _, isFault := errors.AsType[*fault.Error](err); isFault {
		return err
	}
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return fault.Wrap(err, fault.Internal, "the DuckDB driver failed")
	}
	if i.isLake {
		return i.explainLake(reported)
	}
	i.notice(reported)
	explained := explain(reported)
	isMissing := strings.Contains(reported.Msg, "No files found that match the pattern")
	switch {
	case isMissing && i.showsFolder:
		explained.Hint = fmt.Sprintf("DuckDB looked in %s. Put the files there, or correct the name.", i.folder)
	case isMissing:
		explained.Hint = "DuckDB looked in the folder of the duckdb connection: its setting path, or the organization's own folder. " +
			"Put the files there, or correct the name."
	}
	// The message must not reveal where the server stores its files.
	explained.Message = strings.ReplaceAll(explained.Message, i.folder+"/", "")
	return explained
}

// explain decides the kind of fault. It keeps DuckDB's message, which names the line and shows the position.
func explain(reported *duckdb.Error) *fault.Error {
	switch {
	case isOfStatement(reported):
		return fault.New(fault.Invalid, "%s", reported.Msg)
	case isDiskFull(reported.Msg):
		return fault.New(fault.Full, "%s", reported.Msg).WithHint("The disk of the duckdb connection's folder is full. Free space on it.")
	case isDamaged(reported.Msg):
		return fault.New(fault.Unavailable, "%s", reported.Msg).
			WithHint("A database file of the duckdb connection is damaged. Check the disk, and restore the file from a backup.")
	case reported.Type == duckdb.ErrorTypeOutOfMemory:
		return fault.New(fault.Limit, "%s", firstParagraph(reported.Msg)).
			WithHint("Raise the connection's setting memoryLimit, free space on its disk, or process less data per statement.")
	case reported.Type == duckdb.ErrorTypeTransaction:
		return explainTransaction(reported.Msg)
	case reported.Type == duckdb.ErrorTypeFatal, reported.Type == duckdb.ErrorTypeConnection, brokenPattern.MatchString(reported.Msg):
		return fault.New(fault.Unavailable, "%s", reported.Msg).WithHint("Try again: DuckDB restarts.")
	case reported.Type == duckdb.ErrorTypePermission:
		return fault.New(fault.Invalid, "%s", reported.Msg).
			WithHint("Put files into the folder of the duckdb connection and write names relative to it, as in read_csv('orders.csv'). " +
				"Put files for a pattern into a subfolder, as in read_csv('orders/*.csv').")
	}
	return fault.New(fault.Invalid, "%s", reported.Msg)
}

// isOfStatement reports whether a statement or its data is wrong. The message may then contain any text of a user, such as
// the words of a full disk.
func isOfStatement(reported *duckdb.Error) bool {
	switch reported.Type {
	case duckdb.ErrorTypeInvalidInput, duckdb.ErrorTypeConversion, duckdb.ErrorTypeConstraint, duckdb.ErrorTypeOutOfRange,
		duckdb.ErrorTypeBinder, duckdb.ErrorTypeParser, duckdb.ErrorTypeCatalog:
		return true
	default:
		return false
	}
}

// explainTransaction distinguishes conflicts with other transactions from other errors of a transaction.
func explainTransaction(message string) *fault.Error {
	switch {
	case strings.Contains(strings.ToLower(message), "conflict"), strings.Contains(message, "Failed to commit"):
		return fault.New(fault.Conflict, "%s", message).WithHint("Another transaction changed the same rows or table. Try again.")
	case strings.Contains(message, "single attached database"):
		return fault.New(fault.Invalid, "%s", message).
			WithHint("A node may write only to its own database and to work tables. Use separate nodes for other tables.")
	}
	return fault.New(fault.Invalid, "%s", message)
}

// isDiskFull recognizes the operating system's messages for a full disk, which DuckDB passes on without a code.
func isDiskFull(message string) bool {
	for _, words := range []string{"No space left on device", "File too large", "Disk quota exceeded"} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// isDamaged recognizes DuckDB's messages for a file with wrong bytes. They have the types of other errors.
func isDamaged(message string) bool {
	for _, words := range []string{"not a valid DuckDB database file", "Corrupt database file", "Failed to deserialize"} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// damagedFile names the file in an error that says that it cannot be attached because it is damaged.
func damagedFile(err error, file string) error {
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok || !isDamaged(reported.Msg) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "the DuckDB file %s is damaged", file).
		WithHint("Stop the server, keep a copy of %s and its .wal file, and restore both from a backup. Without a backup, move them away, "+
			"deploy again and refresh: the nodes are built again.", file)
}

// heldPattern matches DuckDB's message about a file that another program has locked.
var heldPattern = regexp.MustCompile(`Could not set lock on file .*?(?:\(PID (\d+)\)|$)`)

// heldFile names the file in an error that says that it cannot be attached because another program has it open.
func heldFile(err error, file string) error {
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return err
	}
	held := heldPattern.FindStringSubmatch(firstParagraph(reported.Msg))
	if held == nil {
		return err
	}
	owner := "another program"
	if held[1] != "" {
		owner += " (process " + held[1] + ")"
	}
	return fault.New(fault.Unavailable, "%s has the DuckDB file %s open", owner, file).
		WithHint("Close the file there, for example in a DuckDB shell: one process at a time can use it.")
}

// firstParagraph drops DuckDB's advice, because it is about settings that are locked.
func firstParagraph(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	return first
}

// isDurable reports whether the error came after a successful commit: DuckDB then failed to clean up.
func (i *instance) isDurable(err error) bool {
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok || !strings.Contains(reported.Msg, "COMMIT succeeded and is durable") {
		return false
	}
	i.notice(reported)
	return true
}

// brokenPattern matches DuckDB's message that a database must be attached again.
var brokenPattern = regexp.MustCompile(`atabase "((?:[^"]|"")*)"[^"]* has been invalidated`)

// notice records what must be repaired before the next session.
func (i *instance) notice(reported *duckdb.Error) {
	if isOfStatement(reported) {
		return
	}
	if reported.Type == duckdb.ErrorTypeFatal {
		i.isDead.Store(true)
	}
	if isDiskFull(reported.Msg) {
		i.isTooLarge.Store(true)
		i.hasLostSpill.Store(true)
	}
	if broken := brokenPattern.FindStringSubmatch(reported.Msg); broken != nil {
		i.files.markBroken(broken[1])
	}
}
