package projectfile

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

const (
	manifestFile    = "data.yml"
	manifestVersion = 3
	// firstManifestVersion is the oldest version that has this form: some files of version 3 are marked as 1 or 2.
	firstManifestVersion = 1
)

var manifestFields = fields[transform.Manifest]{
	"fileVersion": {
		read: func(r *reader, into *transform.Manifest, value *yamldoc.Node) {
			into.Version = r.fileVersion(value, firstManifestVersion, manifestVersion)
		},
		write: func(o *overlay, key string, _ *transform.Manifest) {
			if o.isNew {
				o.set(key, yamldoc.From(manifestVersion))
			}
		},
	},
	"defaultStorageMapping": word(func(m *transform.Manifest) *string { return &m.DefaultStorageMapping }),
	"haltOnTestFailure": {
		read: func(r *reader, into *transform.Manifest, value *yamldoc.Node) {
			into.HaltOnTestFailure = r.boolean(value, false)
		},
		write: func(o *overlay, key string, from *transform.Manifest) {
			if from.HaltOnTestFailure || o.node.Get(key) != nil {
				o.boolean(key, from.HaltOnTestFailure, false)
			}
		},
	},
	"platformKind": {
		read:  func(r *reader, into *transform.Manifest, value *yamldoc.Node) { into.Platform = r.word(value) },
		write: func(o *overlay, key string, from *transform.Manifest) { o.optionalText(key, from.Platform) },
	},
}

// manifest reads data.yml. It returns a transform.Manifest, or an oldManifest for a file in one of the first forms.
func (r *reader) manifest(content string) any {
	m := transform.Manifest{Version: manifestVersion, File: r.file}
	if root := r.document(content).Root; root != nil {
		if version, isOld := oldManifestVersion(root); isOld {
			return r.oldManifest(root, version)
		}
		readFields(r, &m, root, manifestFields)
		if root.Get("fileVersion").IsNull() {
			r.warn(positionOf(root), finding{
				code:    diagnostic.MissingKey,
				message: "the key \"fileVersion\" is missing",
				hint:    fmt.Sprintf("add a line \"fileVersion: %d\"; until then it is read as version %d", manifestVersion, manifestVersion),
			})
		}
	}
	return m
}

// WriteManifest merges a manifest into data.yml; original is nil for a new file.
func WriteManifest(m *transform.Manifest, original []byte) ([]byte, error) {
	return writeDocument(m, original, manifestFields)
}
