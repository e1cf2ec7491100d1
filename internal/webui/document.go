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

// noncePlaceholder is what the build leaves in its pages wherever the nonce of the response belongs.
const noncePlaceholder = "__CSP_NONCE__"

// nonceBytes is 128 bits, so that a nonce cannot be guessed within the life of a page.
const nonceBytes = 16

// document is a page cut at its nonce placeholders.
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

// parseDocument refuses a page without a placeholder: its scripts would be blocked by the policy, and the
// person in front of it would see a white page.
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
	// A reader that went away is no fault of ours and nobody is left to tell.
	_, _ = w.Write(bytes.Join(d.parts, []byte(nonce)))
}

func newNonce() string {
	raw := make([]byte, nonceBytes)
	// crypto/rand.Read never returns an error; it ends the process when the system has no randomness.
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}
