package webui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

const (
	// gzipSuffix marks the compressed copy that the build writes next to a file.
	gzipSuffix = ".gz"

	// Names under /assets/ contain a hash of the content, so new content has a new name.
	cacheForever = "public, max-age=31536000, immutable"
	// The few files with a fixed name are revalidated on each request; the ETag makes that cheap.
	cacheRevalidated = "public, no-cache"
)

// asset is a file of the build with its headers.
type asset struct {
	contentType  string
	cacheControl string
	tag          string
	plain        []byte
	gzipped      []byte // nil if the build left the file uncompressed
}

// Response is a fixed response to GET and HEAD, compressed for clients that accept that.
type Response struct{ asset }

// NewResponse returns a response. An immutable one may be cached for ever, others are revalidated on each request.
func NewResponse(contentType string, isImmutable bool, content []byte) Response {
	r := Response{asset{contentType: contentType, cacheControl: cacheRevalidated, tag: contentHash(content), plain: content}}
	if isImmutable {
		r.cacheControl = cacheForever
	}
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed) // a write to memory does not fail
	_, _ = writer.Write(content)
	if _ = writer.Close(); packed.Len() < len(content) {
		r.gzipped = packed.Bytes()
	}
	return r
}

// ServeHTTP writes the response. The caller checks the method.
func (r Response) ServeHTTP(w http.ResponseWriter, request *http.Request) { r.serve(w, request) }

// loadAssets returns every public file by its request path. Pages, compressed copies and hidden files are not public.
func loadAssets(files fs.FS) (map[string]asset, error) {
	assets := map[string]asset{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isPublic(name) {
			return err
		}
		loaded, err := loadAsset(files, name)
		assets["/"+name] = loaded
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("web application: %w", err)
	}
	return assets, nil
}

func isPublic(name string) bool {
	for element := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(element, ".") {
			return false
		}
	}
	extension := path.Ext(name)
	return extension != ".html" && extension != gzipSuffix
}

func loadAsset(files fs.FS, name string) (asset, error) {
	plain, err := fs.ReadFile(files, name)
	if err != nil {
		return asset{}, err
	}
	loaded := asset{
		contentType:  contentType(name),
		cacheControl: cacheRevalidated,
		tag:          contentHash(plain),
		plain:        plain,
	}
	if strings.HasPrefix("/"+name, assetPrefix) {
		loaded.cacheControl = cacheForever
	}
	if gzipped, err := fs.ReadFile(files, name+gzipSuffix); err == nil {
		loaded.gzipped = gzipped
	}
	return loaded, nil
}

func contentHash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:12])
}

// contentType returns the media type of a file of the build. It does not use the system's table, because that differs
// between machines.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/x-icon"
	case ".json", ".webmanifest":
		return "application/json"
	case ".txt", ".md":
		return "text/plain; charset=utf-8"
	default:
		return "application/octet-stream"
	}
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	content, tag := a.plain, a.tag
	header := w.Header()
	if a.gzipped != nil {
		header.Set("Vary", "Accept-Encoding")
		if wantsGzip(r) {
			content, tag = a.gzipped, a.tag+"-gzip"
			header.Set("Content-Encoding", "gzip")
		}
	}
	header.Set("Content-Type", a.contentType)
	header.Set("Cache-Control", a.cacheControl)
	header.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}
