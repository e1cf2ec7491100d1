package webui

import (
	"embed"
	"io/fs"
	"net/http"
)

// buildOutput contains the output of `npm run build`. The prefix all: includes the tracked .gitkeep, so that the folder
// exists and the package compiles on a machine without Node.
//
//go:embed all:dist
var buildOutput embed.FS

//go:embed placeholder.html
var placeholderPage []byte

// New returns the handler for the web application in this binary.
func New() (http.Handler, error) {
	files, err := fs.Sub(buildOutput, "dist")
	if err != nil {
		return nil, err
	}
	return newHandler(files)
}
