package trino

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// refused returns the fault for a statement that the server rejected or ended. The names are those of Trino's
// StandardErrorCode and of the Iceberg connector.
func (c *client) refused(ctx context.Context, r request, answer *refusal) error {
	if answer.Name == canceledName && ctx.Err() != nil {
		return canceled(ctx)
	}
	if answer.Name == commitError {
		return c.notCommitted(r, answer)
	}
	if answer.isHiddenConflict() {
		return c.quote(fault.Conflict, r, answer, conflictHint)
	}
	if known, ok := knownRefusals()[answer.Name]; ok {
		return c.quote(known.kind, r, answer, known.hint)
	}
	switch answer.Type {
	case insufficientResources:
		return c.quote(fault.Limit, r, answer, "A resource of the cluster is exhausted; see the query in its web interface.")
	case externalError:
		return c.quote(fault.Unavailable, r, answer, "The server cannot reach the catalog or the storage of the tables; try again later.")
	case userError:
		return c.quote(fault.Invalid, r, answer, "")
	}
	return c.quote(fault.Unavailable, r, answer, "The server failed; see its log. It is unknown whether the statement took effect.")
}

// commitError is the error of the Iceberg connector for a commit that failed or whose outcome it does not know.
const commitError = "ICEBERG_COMMIT_ERROR"

const conflictHint = "Another statement changed the table at the same time; run this one again."

// notCommitted returns the fault of a commit. It is a conflict only if the connector knows that nothing was committed.
func (c *client) notCommitted(r request, answer *refusal) error {
	switch {
	case answer.hasCause("CommitStateUnknownException"):
	case answer.hasCause("CommitFailedException"), answer.hasCause("ValidationException"):
		return c.quote(fault.Conflict, r, answer, conflictHint)
	case answer.hasCause("IllegalArgumentException"): // such as a type that a column cannot get
		return c.quote(fault.Invalid, r, answer, "")
	}
	return c.quote(fault.Unavailable, r, answer, "It is unknown whether the statement took effect.")
}

// isHiddenConflict reports conflicts that the connector reports as internal errors: it validates a MERGE against the snapshot that it
// started from, which a replacement of the table has removed, and two statements create the same table in a JDBC catalog.
func (r *refusal) isHiddenConflict() bool {
	return r.Name == internalError &&
		(strings.Contains(r.Message, " is not an ancestor of ") || strings.Contains(r.Message, `unique constraint "iceberg_tables_pkey"`))
}

// internalError is the error of the server for exceptions that it does not expect.
const internalError = "GENERIC_INTERNAL_ERROR"

// knownRefusal is the kind and the hint of an error.
type knownRefusal struct {
	kind fault.Kind
	hint string
}

func knownRefusals() map[string]knownRefusal {
	const lost = "The cluster lost the query; run it again."
	gone := knownRefusal{fault.Unavailable, lost}
	return map[string]knownRefusal{
		"TRANSACTION_CONFLICT": {fault.Conflict, conflictHint},

		"ADMINISTRATIVELY_KILLED":    {fault.Unavailable, "The query was killed at the server, or by the new owner of the run."},
		"ADMINISTRATIVELY_PREEMPTED": gone,
		"ABANDONED_QUERY":            gone,
		"ABANDONED_TASK":             gone,
		"CLUSTER_OUT_OF_MEMORY":      {fault.Unavailable, "The cluster has no memory left; try again when it has less work."},
		internalError:                {fault.Unavailable, "The server failed; see its log. It is unknown whether the statement took effect."},
		"NO_NODES_AVAILABLE":         {fault.Unavailable, "The cluster has no worker; start one."},
		"PAGE_TRANSPORT_ERROR":       gone,
		"PAGE_TRANSPORT_TIMEOUT":     gone,
		"QUERY_QUEUE_FULL":           {fault.Unavailable, "The queue of the resource group is full; try again later."},
		"REMOTE_HOST_GONE":           gone,
		"REMOTE_TASK_ERROR":          gone,
		"REMOTE_TASK_MISMATCH":       gone,
		"SERVER_SHUTTING_DOWN":       gone,
		"SERVER_STARTING_UP":         {fault.Unavailable, "The server is starting; try again in a moment."},
		"TOO_MANY_REQUESTS_FAILED":   gone,

		"EXCEEDED_TIME_LIMIT": {fault.Limit, "Raise the setting statementTimeout of the connection or the limit of the server, or make the statement faster."},
		"PERMISSION_DENIED":   {fault.Invalid, "Grant the privilege to the user of the connection."},
		canceledName:          {fault.Unavailable, "The statement was canceled at the server."},
		"COMPILER_ERROR":      {fault.Invalid, "The statement is too large for the server; split it."},
	}
}

// leadingPosition is how the server begins messages about a part of a statement.
var leadingPosition = regexp.MustCompile(`^line \d+:\d+: `)

// quote returns a fault with the server's own message, and where in the caller's text the error is.
func (c *client) quote(kind fault.Kind, r request, answer *refusal, hint string) error {
	message := leadingPosition.ReplaceAllString(answer.Message, "")
	if answer.Name == "SYNTAX_ERROR" {
		message = "syntax error: " + message
	}
	if at := answer.Location; at != nil {
		column := at.Column
		if at.Line == 1 {
			column = max(column-r.shift, 1)
		}
		message += fmt.Sprintf(" (line %d, column %d)", at.Line, column)
	}
	if message == "" {
		message = strings.ToLower(strings.ReplaceAll(answer.Name, "_", " "))
	}
	return fault.New(kind, "%s", c.shorten(message)).WithHint("%s", hint)
}
