package httpapi

import (
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
)

func presentAuditEntry(e audit.Entry) api.AuditEntry {
	shape := api.AuditEntry{
		ID: strconv.FormatInt(e.Sequence, 10), At: timestamp(e.At), Address: optional(e.By.Origin.Address), RequestID: optional(e.By.Origin.RequestID),
		Action: string(e.Action), Result: string(e.Result), Reason: optional(e.Reason), Changes: present(e.Changes, presentAuditChange),
		Hash: hex.EncodeToString(e.Hash),
	}
	if e.By.User != "" {
		shape.Actor = &struct {
			Email            string `json:"email"`
			ID               string `json:"id"`
			IsServiceAccount *bool  `json:"isServiceAccount,omitempty"`
		}{Email: e.By.Email, ID: string(e.By.User)}
		if account.IsServiceAddress(e.By.Email) {
			shape.Actor.IsServiceAccount = new(true)
		}
	}
	if e.By.Credential != "" {
		shape.Credential = &struct {
			ID   *string `json:"id,omitempty"`
			Kind string  `json:"kind"`
		}{Kind: string(e.By.Credential), ID: optional(e.By.CredentialID)}
	}
	object := &shape.Object
	object.Kind, object.ID, object.Name = string(e.Object.Kind), optional(e.Object.ID), optional(e.Object.Name)
	object.ProjectID = optional(string(e.Object.Project))
	if e.Object.Environment != 0 {
		object.EnvironmentID = new(ids.FormatNumber(e.Object.Environment))
	}
	return shape
}

func presentAuditChange(c audit.Change) api.AuditChange {
	return api.AuditChange{Field: c.Field, Old: auditValue(c.Old), New: auditValue(c.New)}
}

// auditValue returns a stored value; nil if it is empty.
func auditValue(raw json.RawMessage) *any {
	var decoded any
	if len(raw) == 0 || json.Unmarshal(raw, &decoded) != nil { // the server wrote it
		return nil
	}
	return &decoded
}
