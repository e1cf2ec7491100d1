package projects_test

import (
	"io/fs"
	"os"
	"testing"

	"github.com/millrace/millrace/internal/projectfile"
)

// TestProjectsAreCanonical checks that the hand-written projects are in canonical form, including tabs in an options
// panel and unknown keys.
func TestProjectsAreCanonical(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"warehouse", "old"} {
		files := os.DirFS(folder)
		err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(files, path)
			if err != nil {
				return err
			}
			formatted, changed, err := projectfile.Format(path, content)
			if changed {
				t.Errorf("%s/%s is not canonical, which is:\n%s", folder, path, formatted)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
