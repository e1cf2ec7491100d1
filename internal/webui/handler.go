package webui

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

const (
	assetPrefix = "/assets/"
	apiDocsPath = "/api-docs"

	appFile     = "index.html"
	apiDocsFile = "api-docs.html"
)

// handler serves the files and the two documents of the application.
type handler struct {
	assets  map[string]asset
	app     document
	apiDocs document
}

// newHandler reads a build once; requests read nothing from it.
func newHandler(files fs.FS) (http.Handler, error) {
	if _, err := fs.Stat(files, appFile); errors.Is(err, fs.ErrNotExist) {
		return placeholder()
	}
	app, err := loadDocument(files, appFile)
	if err != nil {
		return nil, err
	}
	apiDocs, err := loadDocument(files, apiDocsFile)
	if err != nil {
		return nil, err
	}
	assets, err := loadAssets(files)
	if err != nil {
		return nil, err
	}
	return handler{assets: assets, app: app, apiDocs: apiDocs}, nil
}

// placeholder returns a handler that serves the same notice for every page, for a binary without the web application.
func placeholder() (http.Handler, error) {
	page, err := parseDocument(placeholderPage)
	if err != nil {
		return nil, fmt.Errorf("placeholder page: %w", err)
	}
	return handler{app: page, apiDocs: page}, nil
}

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	SetCommonHeaders(w.Header())
	found, isAsset := h.assets[r.URL.Path]
	if !isAsset && wantsJSON(r) && !isAPIDocs(r.URL.Path) {
		writeUnknownPath(w)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		rejectMethod(w, r)
		return
	}
	if isAsset {
		found.serve(w, r)
		return
	}
	if namesFile(r.URL.Path) {
		writeNotFound(w)
		return
	}
	h.document(r.URL.Path).serve(w, r)
}

// wantsJSON reports whether the client expects JSON and no page: a program that sent a wrong path, which could not use a
// page.
func wantsJSON(r *http.Request) bool {
	isWanted := false
	for accepted := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		kind, _, _ := strings.Cut(accepted, ";")
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "text/html", "application/xhtml+xml":
			return false
		case "application/json":
			isWanted = true
		}
	}
	return isWanted
}

func (h handler) document(path string) document {
	if isAPIDocs(path) {
		return h.apiDocs
	}
	return h.app
}

func isAPIDocs(path string) bool { return strings.TrimSuffix(path, "/") == apiDocsPath }

// namesFile reports whether a path is a file: everything under /assets/, and names with a dot at the root such as
// /favicon.ico. Deeper paths are pages even with a dot, because names of resources may contain one.
func namesFile(path string) bool {
	if strings.HasPrefix(path, assetPrefix) {
		return true
	}
	name := strings.TrimPrefix(path, "/")
	return !strings.Contains(name, "/") && strings.Contains(name, ".")
}
