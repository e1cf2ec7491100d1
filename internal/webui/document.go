package webui

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
)

// noncePlaceholder is the text in the pages of the build that is replaced with the nonce of the response.
const noncePlaceholder = "__CSP_NONCE__"

// nonceBytes is 128 bits, so that a nonce cannot be guessed during the lifetime of a page.
const nonceBytes = 16

// document is a page, split at its nonce placeholders.
type document struct {
	parts [][]byte
}

func loadDocument(files fs.FS, name string) (document, error) {
	page, err := fs.ReadFile(files, name)
	if err != nil {
		return document{}, fmt.Errorf("web application: %w", err)
	}
	parsed, err := parseDocument(page)
	if err != nil {
		return document{}, fmt.Errorf("web application: %s: %w", name, err)
	}
	return parsed, nil
}

// parseDocument rejects a page without a placeholder, because the policy would block its scripts and the page would
// stay blank.
func parseDocument(page []byte) (document, error) {
	parts := bytes.Split(page, []byte(noncePlaceholder))
	if len(parts) < 2 {
		return document{}, errors.New("the page has no place for the nonce")
	}
	return document{parts: parts}, nil
}

func (d document) serve(w http.ResponseWriter, r *http.Request) {
	nonce := newNonce()
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", policy(nonce))
	if r.Method == http.MethodHead {
		return
	}
	// An error means that the client disconnected, so there is no one to report it to.
	_, _ = w.Write(bytes.Join(d.parts, []byte(nonce)))
}

func newNonce() string {
	raw := make([]byte, nonceBytes)
	// crypto/rand.Read never returns an error; it ends the process if the system has no randomness.
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}
