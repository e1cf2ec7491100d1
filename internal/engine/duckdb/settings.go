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
	// leastMemory is the minimum that DuckDB needs to work.
	minMemory     = 64e6
	minMemoryText = "64MB"
)

// settings are the parsed settings of a connection.
type settings struct {
	folder string // absolute, with symbolic links resolved
	limits limits
}

// limits are the resources that DuckDB may use; DuckDB chooses missing ones itself.
type limits struct {
	memory  string
	threads int
}

// settings parses the settings of a connection.
func (d *Driver) settings(c engine.Connection) (settings, error) {
	r := engine.NewReader(c)
	path := readPath(r, c)
	limits := limits{readMemory(r), r.Number("threads", engine.Bounds{Least: 1, Most: maxThreads})}
	if err := r.Err(); err != nil {
		return settings{}, err
	}
	if limits.threads == 0 {
		limits.threads = d.options.Threads
	}
	folder, err := d.folder(path, c)
	return settings{folder, limits}, err
}

var memoryPattern = regexp.MustCompile(`^([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([KMGT])(i?)B$`)

// readMemory reads a size in DuckDB's notation.
func readMemory(r *engine.Reader) string {
	text := r.Text("memoryLimit", "")
	if text == "" {
		return ""
	}
	parts := memoryPattern.FindStringSubmatch(text)
	if parts == nil {
		r.Wrong("memoryLimit", "is not a size such as 2GB or 512MiB")
		return ""
	}
	size, _ := strconv.ParseFloat(parts[1], 64) // the pattern matches only numbers
	thousand := 1000.0
	if parts[3] == "i" {
		thousand = 1024
	}
	for range strings.Index("KMGT", parts[2]) + 1 {
		size *= thousand
	}
	if size < minMemory {
		r.Wrong("memoryLimit", "is less than "+minMemoryText)
	}
	return text
}

// source returns the name of an in-memory database with these limits. It is empty and loads nothing; files are attached
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
