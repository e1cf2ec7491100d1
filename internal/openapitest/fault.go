package openapitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// FaultBody is the body of every error. Decoding rejects missing and additional fields.
type FaultBody struct {
	Error struct {
		ErrorString string `json:"errorString"`
		ErrorDetail string `json:"errorDetail"`
		RequestID   string `json:"requestID"`
		// SecondFactor is present in the error of a sign-in whose second step is missing.
		SecondFactor *struct {
			Ticket    string `json:"ticket"`
			ExpiresAt string `json:"expiresAt"`
		} `json:"secondFactor"`
		// Position is present in errors about a part of a text.
		Position *struct {
			Start int `json:"start"`
			End   int `json:"end"`
		} `json:"position"`
	} `json:"error"`
}

// insides matches internals of the server: stacks, source positions, drivers, SQL, Go types.
var insides = regexp.MustCompile(`goroutine \d|\.go:\d|SQLSTATE|sqlite|\bpgx\b|\bpgconn\b|\bsql: |\bjson: |SELECT |INSERT |UPDATE |` +
	`panic|runtime error|nil pointer|interface \{\}|struct field|\bGo value|\b(api|httpapi|account|project|store|fault)\.[A-Z]|uintptr|0x[0-9a-f]{6}`)

// Inside returns the first internal detail in a text; empty if there is none.
func Inside(text string) string { return insides.FindString(text) }

// WrongWithFault returns every difference between an error response and the API's error format.
func WrongWithFault(status int, header http.Header, body []byte) []string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if got := header.Get("Content-Type"); got != "application/json" {
		say("an error with content type %q", got)
	}
	var fault FaultBody
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&fault); err != nil {
		say("not the API's error body: %v", err)
		return wrong
	}
	if !strings.HasPrefix(fault.Error.ErrorString, strconv.Itoa(status)+": ") {
		say("errorString %q does not begin with %d", fault.Error.ErrorString, status)
	}
	if strings.TrimSpace(fault.Error.ErrorDetail) == "" {
		say("errorDetail is empty")
	}
	if id := header.Get("X-Request-ID"); id == "" || fault.Error.RequestID != id {
		say("requestID is %q and X-Request-ID is %q", fault.Error.RequestID, id)
	}
	if mark := Inside(fault.Error.ErrorString + "\n" + fault.Error.ErrorDetail); mark != "" {
		say("the error reveals the internal detail %q", mark)
	}
	return append(wrong, wrongHeaders(status, header)...)
}

// wrongHeaders checks the headers that some statuses require.
func wrongHeaders(status int, header http.Header) []string {
	var wrong []string
	switch status {
	case http.StatusUnauthorized:
		if header.Get("WWW-Authenticate") != "Bearer" {
			wrong = append(wrong, "401 without WWW-Authenticate: Bearer")
		}
	case http.StatusMethodNotAllowed:
		if header.Get("Allow") == "" {
			wrong = append(wrong, "405 without Allow")
		}
	case http.StatusTooManyRequests:
		if seconds, err := strconv.Atoi(header.Get("Retry-After")); err != nil || seconds < 1 {
			wrong = append(wrong, fmt.Sprintf("429 with Retry-After %q", header.Get("Retry-After")))
		}
	case http.StatusInternalServerError:
		wrong = append(wrong, "500 is never right")
	}
	return wrong
}
