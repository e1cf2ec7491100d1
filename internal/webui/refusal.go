package webui

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// refusal has the shape of every error of this host, so that a client that lost its way reads it as usual.
type refusal struct {
	Error refusalText `json:"error"`
}

type refusalText struct {
	ErrorString string `json:"errorString"`
	ErrorDetail string `json:"errorDetail"`
	RequestID   string `json:"requestID,omitempty"`
}

func refuseMethod(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	refuse(w, http.StatusMethodNotAllowed, refusalText{
		ErrorString: fmt.Sprintf("a page cannot be asked for with %q", r.Method),
		ErrorDetail: "Use GET. The HTTP interface is described at /api-docs.",
	})
}

func refuseMissing(w http.ResponseWriter) {
	refuse(w, http.StatusNotFound, refusalText{
		ErrorString: "the web application has no such file",
		ErrorDetail: "Reload the page: it may belong to another version of the server.",
	})
}

func refuse(w http.ResponseWriter, status int, text refusalText) {
	text.ErrorString = fmt.Sprintf("%d: %s", status, text.ErrorString)
	// Whoever mounted the handler may have named the request already; the name goes with the error.
	text.RequestID = w.Header().Get("X-Request-ID")
	body, err := json.Marshal(refusal{Error: text})
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
