package sample_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/sample"
)

func TestLocationsAreThoseOfTheProject(t *testing.T) {
	t.Parallel()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "locations:\n  - " + strings.Join(sample.Locations(), "\n  - ") + "\n"
	if !strings.HasSuffix(string(files["locations.yml"]), want) {
		t.Errorf("locations.yml is\n%s\nwant it to end with\n%s", files["locations.yml"], want)
	}
}
