package audit

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// Backlog is what an organization has to send to another system.
type Backlog struct {
	Organization ids.Organization
	Entries      []Entry // the next ones, in the order of their numbers
	Lost         int64   // how many entries before them the retention deleted before they were sent
}

// Message is an entry as it is sent to other systems: with the fields that the API has, and the organization.
type Message struct {
	OrganizationID string             `json:"organizationID"`
	ID             string             `json:"id"`
	At             string             `json:"at"`
	Actor          *messageActor      `json:"actor,omitempty"`
	Credential     *messageCredential `json:"credential,omitempty"`
	Address        string             `json:"address,omitempty"`
	RequestID      string             `json:"requestID,omitempty"`
	Action         string             `json:"action"`
	Object         messageObject      `json:"object"`
	Result         string             `json:"result"`
	Reason         string             `json:"reason,omitempty"`
	Changes        json.RawMessage    `json:"changes"`
	Hash           string             `json:"hash"`
}

type messageActor struct {
	ID    string `json:"id"`
	Email string `json:"email"`
}

type messageCredential struct {
	Kind string `json:"kind"`
	ID   string `json:"id,omitempty"`
}

type messageObject struct {
	Kind          string `json:"kind"`
	ID            string `json:"id,omitempty"`
	Name          string `json:"name,omitempty"`
	ProjectID     string `json:"projectID,omitempty"`
	EnvironmentID string `json:"environmentID,omitempty"`
}

// Message returns the entry as it is sent to other systems.
func (e *Entry) Message() Message {
	m := Message{
		OrganizationID: string(e.Organization), ID: strconv.FormatInt(e.Sequence, 10), At: e.At.UTC().Format(time.RFC3339Nano),
		Address: e.By.Origin.Address, RequestID: e.By.Origin.RequestID, Action: string(e.Action), Result: string(e.Result), Reason: e.Reason,
		Changes: e.messageChanges(), Hash: hex.EncodeToString(e.Hash),
		Object: messageObject{
			Kind: string(e.Object.Kind), ID: e.Object.ID, Name: e.Object.Name, ProjectID: string(e.Object.Project),
		},
	}
	if e.Object.Environment != 0 {
		m.Object.EnvironmentID = ids.FormatNumber(e.Object.Environment)
	}
	if e.By.User != "" {
		m.Actor = &messageActor{ID: string(e.By.User), Email: e.By.Email}
	}
	if e.By.Credential != "" {
		m.Credential = &messageCredential{Kind: string(e.By.Credential), ID: e.By.CredentialID}
	}
	return m
}

// messageChanges returns the stored changes. What is no JSON, because somebody changed it in the database, becomes a text: the
// entry must not keep the later ones from being sent.
func (e *Entry) messageChanges() json.RawMessage {
	stored := e.StoredChanges()
	if json.Valid([]byte(stored)) {
		return json.RawMessage(stored)
	}
	text, _ := json.Marshal(stored) //nolint:errchkjson // a string can be encoded
	return text
}
