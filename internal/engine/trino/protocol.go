package trino

import (
	"encoding/json"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// page is one answer of the server about a statement. The next one is at NextURI; the last one has none.
type page struct {
	ID          string              `json:"id"`
	NextURI     string              `json:"nextUri"`
	Columns     []field             `json:"columns"`
	Data        [][]json.RawMessage `json:"data"`
	Error       *refusal            `json:"error"`
	UpdateType  string              `json:"updateType"` // empty for a query
	UpdateCount *int64              `json:"updateCount"`
	Stats       stats               `json:"stats"`
}

// stats are the server's figures of a statement. A split is a part of the work.
type stats struct {
	State           string `json:"state"` // such as QUEUED, PLANNING, RUNNING, FINISHING
	TotalSplits     int    `json:"totalSplits"`
	CompletedSplits int    `json:"completedSplits"`
	ProcessedRows   int64  `json:"processedRows"`
}

func (s stats) progress() engine.Progress {
	return engine.Progress{
		State: strings.ToLower(s.State), CompletedParts: s.CompletedSplits, TotalParts: s.TotalSplits, ReadRows: s.ProcessedRows,
	}
}

// field is a column of an answer.
type field struct {
	Name string `json:"name"`
	Type string `json:"type"` // such as decimal(10,2)
}

// refusal is why the server ended a statement.
type refusal struct {
	Message  string `json:"message"`
	Name     string `json:"errorName"`
	Type     string `json:"errorType"`
	Location *struct {
		Line   int `json:"lineNumber"`
		Column int `json:"columnNumber"`
	} `json:"errorLocation"`
	Failure *failure `json:"failureInfo"`
}

// failure is an exception of the server, with its cause.
type failure struct {
	Type  string   `json:"type"`
	Cause *failure `json:"cause"`
}

// hasCause reports whether the error was caused by an exception of a class.
func (r *refusal) hasCause(class string) bool {
	for cause := r.Failure; cause != nil; cause = cause.Cause {
		if strings.HasSuffix(cause.Type, class) {
			return true
		}
	}
	return false
}

// The types of errors.
const (
	userError             = "USER_ERROR"
	insufficientResources = "INSUFFICIENT_RESOURCES"
	externalError         = "EXTERNAL"
)

func (r *refusal) Error() string { return r.Name }
