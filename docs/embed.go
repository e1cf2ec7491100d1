// Package docs contains the documents of this folder, so that the server shows the documents of its own version.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed *.md decisions/*.md reference/*.md images/*.png grafana-dashboard.json
var files embed.FS

// Files returns the documents and their pictures, by their paths in this folder.
func Files() fs.FS { return files }
