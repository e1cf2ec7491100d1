package httpapi

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/millrace/millrace/internal/audit"
)

// exportFormat is the format of an exported audit log.
type exportFormat string

const (
	exportLines exportFormat = "jsonl"
	exportCSV   exportFormat = "csv"
)

// auditExport is the body of an export. It reads the next page of entries when the client has received the one before.
type auditExport struct {
	ctx     context.Context //nolint:containedctx // the body is read within the request
	entries *audit.Export
	format  exportFormat
	buffer  bytes.Buffer
}

// newAuditExport reads the first page, so that an error has its status.
func newAuditExport(ctx context.Context, entries *audit.Export, format exportFormat) (*auditExport, error) {
	e := &auditExport{ctx: ctx, entries: entries, format: format}
	if format == exportCSV {
		e.writeCSV([][]string{{
			"id", "at", "actor", "actorID", "credential", "credentialID", "address", "requestID", "action", "objectKind", "objectID", "objectName",
			"projectID", "environmentID", "result", "reason", "changes", "hash",
		}})
	}
	_, err := e.fill()
	return e, err
}

// Read returns the next part of the export.
func (e *auditExport) Read(p []byte) (int, error) {
	if e.buffer.Len() == 0 {
		more, err := e.fill()
		if err != nil {
			// Part of the response was sent: abort the connection so that the client does not accept it as complete.
			panic(http.ErrAbortHandler)
		}
		if !more {
			return 0, io.EOF
		}
	}
	return e.buffer.Read(p)
}

// fill adds the next entries to the buffer. It returns false at the end.
func (e *auditExport) fill() (bool, error) {
	page, err := e.entries.Next(e.ctx)
	if err != nil || len(page) == 0 {
		return false, err
	}
	if e.format == exportCSV {
		rows := make([][]string, len(page))
		for i := range page {
			rows[i] = auditRow(&page[i])
		}
		e.writeCSV(rows)
		return true, nil
	}
	for _, entry := range page {
		line, err := json.Marshal(presentAuditEntry(entry))
		if err != nil {
			return false, err
		}
		e.buffer.Write(append(line, '\n'))
	}
	return true, nil
}

func (e *auditExport) writeCSV(rows [][]string) {
	_ = csv.NewWriter(&e.buffer).WriteAll(rows) // a buffer accepts everything
}

// auditRow returns an entry as a row of a table. A spreadsheet would run a text that begins like a formula, so such a text
// gets an apostrophe.
func auditRow(e *audit.Entry) []string {
	shape := presentAuditEntry(*e)
	row := []string{
		shape.ID, shape.At, e.By.Email, string(e.By.User), string(e.By.Credential), e.By.CredentialID, e.By.Origin.Address, e.By.Origin.RequestID,
		shape.Action, shape.Object.Kind, e.Object.ID, e.Object.Name, string(e.Object.Project), value(shape.Object.EnvironmentID),
		shape.Result, e.Reason, e.StoredChanges(), shape.Hash,
	}
	for i, cell := range row {
		if cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 {
			row[i] = "'" + cell
		}
	}
	return row
}
