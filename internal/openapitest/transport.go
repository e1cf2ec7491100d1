package openapitest

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
)

// Transport sends requests and passes each with its response to a check.
type Transport struct {
	Judge func(Exchange)
}

// RoundTrip sends a request.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	sent, err := readAll(&request.Body)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		answer.Body = beginning(answer.Body)
	}
	got, err := readAll(&answer.Body)
	if err != nil {
		return nil, err
	}
	t.Judge(Exchange{Request: request, Sent: sent, Answer: answer, Got: got})
	return answer, nil
}

// readAll reads a body and restores it.
func readAll(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	raw, err := io.ReadAll(*body)
	if err != nil {
		return nil, err
	}
	if err := (*body).Close(); err != nil {
		return nil, err
	}
	*body = io.NopCloser(bytes.NewReader(raw))
	return raw, nil
}

// beginning returns the first lines of a stream, which has no end.
func beginning(body io.ReadCloser) io.ReadCloser {
	defer body.Close()
	var read bytes.Buffer
	lines := bufio.NewScanner(body)
	for lines.Scan() && lines.Text() != "" {
		read.WriteString(lines.Text() + "\n")
	}
	return io.NopCloser(&read)
}
