package dbtimport

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/fault"
)

// recordFile has the hashes of the files that the last import wrote, so that the next one recognizes edited files.
const recordFile = "dbt-import.json"

// record is the content of that file.
type record struct {
	Project string            `json:"project"`
	Files   map[string]string `json:"files"` // path → SHA-256
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func newRecord(project string, files map[string][]byte) []byte {
	r := record{Project: project, Files: make(map[string]string, len(files))}
	for file, content := range files {
		if file != recordFile {
			r.Files[file] = hashOf(content)
		}
	}
	return r.encode()
}

func (r record) encode() []byte {
	content, _ := json.MarshalIndent(r, "", "  ") //nolint:errchkjson // texts can be encoded
	return append(content, '\n')
}

func readRecord(folder string) (*record, error) {
	content, err := os.ReadFile(filepath.Join(folder, recordFile))
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "%s is not an earlier import; nothing was written", folder).WithHint("Name a new folder with --to.")
	}
	var r record
	if err := json.Unmarshal(content, &r); err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "%s in %s is damaged; nothing was written", recordFile, folder).WithHint("Import into a new folder.")
	}
	return &r, nil
}

// update replaces the files of an earlier import that nobody has edited since.
func (x *conversion) update(q Request, before *record) error {
	next := record{Project: x.report.Project, Files: map[string]string{}}
	for _, file := range sortedKeys(x.files) {
		if file == recordFile {
			continue
		}
		if err := x.updateFile(q, before, &next, file); err != nil {
			return err
		}
	}
	for _, file := range sortedKeys(before.Files) {
		if _, isWritten := x.files[file]; isWritten || !filepath.IsLocal(filepath.FromSlash(file)) {
			continue
		}
		path := filepath.Join(q.To, filepath.FromSlash(file))
		content, err := os.ReadFile(path)
		if err != nil {
			continue // it is gone already
		}
		if hashOf(content) != before.Files[file] && !q.Overwrite {
			x.report.Kept = append(x.report.Kept, file)
			continue
		}
		if err := os.Remove(path); err != nil {
			return fault.Wrap(err, fault.Unavailable, "cannot remove %s", path)
		}
	}
	return replaceFile(filepath.Join(q.To, recordFile), next.encode())
}

// updateFile writes one file unless it was edited.
func (x *conversion) updateFile(q Request, before, next *record, file string) error {
	path := filepath.Join(q.To, filepath.FromSlash(file))
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fault.Wrap(err, fault.Unavailable, "cannot read %s", path)
	}
	isEdited := err == nil && hashOf(content) != before.Files[file] && string(content) != string(x.files[file])
	if isEdited && !q.Overwrite {
		x.report.Kept = append(x.report.Kept, file)
		next.Files[file] = before.Files[file]
		return nil
	}
	next.Files[file] = hashOf(x.files[file])
	if err == nil && string(content) == string(x.files[file]) {
		return nil
	}
	x.report.Files = append(x.report.Files, file)
	return replaceFile(path, x.files[file])
}

// replaceFile writes a file under another name and renames it, so that no half of it is ever there.
func replaceFile(path string, content []byte) error {
	temporary := path + ".dbt-import"
	if err := writeFile(temporary, content); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return fault.Wrap(err, fault.Unavailable, "cannot write %s", path)
	}
	return nil
}
