package webui

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// errorBody has the format of every error of the server, so that clients can decode it.
type errorBody struct {
	Error errorText `json:"error"`
}

type errorText struct {
	ErrorString string `json:"errorString"`
	ErrorDetail string `json:"errorDetail"`
	RequestID   string `json:"requestID,omitempty"`
}

func rejectMethod(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	writeError(w, http.StatusMethodNotAllowed, errorText{
		ErrorString: fmt.Sprintf("method %q is not allowed for a page", r.Method),
		ErrorDetail: "Use GET. /api-docs describes the HTTP API.",
	})
}

func writeNotFound(w http.ResponseWriter) {
	writeError(w, http.StatusNotFound, errorText{
		ErrorString: "the web application does not have this file",
		ErrorDetail: "Reload the page: it may belong to another version of the server.",
	})
}

// writeUnknownPath answers a program that sent a path which is not part of the API.
func writeUnknownPath(w http.ResponseWriter) {
	writeError(w, http.StatusNotFound, errorText{
		ErrorString: "no resource has this path",
		ErrorDetail: "GET /api/openapi.json lists every path. Send accept: text/html for the web application.",
	})
}

func writeError(w http.ResponseWriter, status int, text errorText) {
	text.ErrorString = fmt.Sprintf("%d: %s", status, text.ErrorString)
	// The caller may have assigned a request id already; the error includes it.
	text.RequestID = w.Header().Get("X-Request-ID")
	body, err := json.Marshal(errorBody{Error: text})
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
