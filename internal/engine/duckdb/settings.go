package duckdb

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

const (
	maxThreads = 1024
	// leastMemory is what DuckDB needs to do anything of use.
	leastMemory     = 64e6
	leastMemoryText = "64MB"
)

// settings are what a connection says.
type settings struct {
	folder string // absolute, and with symbolic links followed
	limits limits
}

// limits are what DuckDB may use; it decides for itself about those that are not given.
type limits struct {
	memory  string
	threads int
}

// settings reads a connection.
func (d *Driver) settings(c engine.Connection) (settings, error) {
	r := engine.NewReader(c)
	path := readPath(r, c)
	limits := limits{readMemory(r), r.Number("threads", engine.Bounds{Least: 1, Most: maxThreads})}
	if err := r.Err(); err != nil {
		return settings{}, err
	}
	folder, err := d.folder(path, c.Folder)
	return settings{folder, limits}, err
}

var memoryForm = regexp.MustCompile(`^([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([KMGT])(i?)B$`)

// readMemory reads a size in the form that DuckDB has for it.
func readMemory(r *engine.Reader) string {
	text := r.Text("memoryLimit", "")
	if text == "" {
		return ""
	}
	parts := memoryForm.FindStringSubmatch(text)
	if parts == nil {
		r.Wrong("memoryLimit", "is not a size such as 2GB or 512MiB")
		return ""
	}
	size, _ := strconv.ParseFloat(parts[1], 64) // the form allows nothing else
	thousand := 1000.0
	if parts[3] == "i" {
		thousand = 1024
	}
	for range strings.Index("KMGT", parts[2]) + 1 {
		size *= thousand
	}
	if size < leastMemory {
		r.Wrong("memoryLimit", "is less than "+leastMemoryText)
	}
	return text
}

// source is the name of an in-memory database with these limits. It holds nothing and fetches nothing: files are attached
// to it.
func (l limits) source() string {
	options := url.Values{"autoinstall_known_extensions": {"false"}, "autoload_known_extensions": {"false"}}
	if l.threads > 0 {
		options.Set("threads", strconv.Itoa(l.threads))
	}
	if l.memory != "" {
		options.Set("memory_limit", l.memory)
	}
	return ":memory:?" + options.Encode()
}
