package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// connections is how many clients ask at once.
const connections = 16

// load asks for one path over and over, on connections that stay open, and gives answers per second. The client is as
// small as it can be, so that what is measured is the server.
func load(address, path, token string, long time.Duration) (float64, error) {
	request := []byte("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nAccept: application/json\r\nAuthorization: Bearer " + token + "\r\n\r\n")
	var answers atomic.Int64
	failed := make(chan error, connections)
	began := time.Now()
	deadline := began.Add(long)
	var clients sync.WaitGroup
	for range connections {
		clients.Go(func() { failed <- ask(address, request, deadline, &answers) })
	}
	clients.Wait()
	took := time.Since(began).Seconds()
	close(failed)
	for err := range failed {
		if err != nil {
			return 0, err
		}
	}
	return float64(answers.Load()) / took, nil
}

func ask(address string, request []byte, deadline time.Time, answers *atomic.Int64) error {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	reader := bufio.NewReaderSize(connection, 64<<10)
	for time.Now().Before(deadline) {
		if _, err := connection.Write(request); err != nil {
			return err
		}
		if err := discardAnswer(reader); err != nil {
			return err
		}
		answers.Add(1)
	}
	return nil
}

// discardAnswer reads one answer that has a length. Anything but 200 is an error.
func discardAnswer(reader *bufio.Reader) error {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
		return fmt.Errorf("answer %q", strings.TrimSpace(string(line)))
	}
	length := -1
	for {
		line, err = reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(string(value))); err != nil {
				return err
			}
		}
	}
	if length < 0 {
		return errors.New("an answer without a length")
	}
	_, err = reader.Discard(length)
	return err
}

// bare serves the same bytes with nothing in between, as the measure of what net/http itself can do here.
func bare(body []byte) (address string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	return listener.Addr().String(), func() error {
		err := server.Close()
		if served := <-done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}

// standing is how fast the platform answers, and how that compares with a bare handler.
type standing struct {
	ratio, rate float64
}

// beside loads the platform and a bare handler that writes the same bytes, in turn.
func (b *bench) beside(p *platform, path, token string) (_ standing, err error) {
	body, err := fetch(p.app.BaseURL+path, token)
	if err != nil {
		return standing{}, err
	}
	bareAddress, stop, err := bare(body)
	if err != nil {
		return standing{}, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var ratios, ours, theirs []float64
	for range b.rounds {
		plain, err := load(bareAddress, path, token, b.load)
		if err != nil {
			return standing{}, err
		}
		platform, err := load(p.app.Address(), path, token, b.load)
		if err != nil {
			return standing{}, err
		}
		ratios, ours, theirs = append(ratios, platform/plain), append(ours, platform), append(theirs, plain)
	}
	b.note("requests/s, platform and bare", fmt.Sprintf("%.0f and %.0f, %d bytes each", median(ours), median(theirs), len(body)))
	return standing{median(ratios), median(ours)}, nil
}

// fetch gives the body of one answer.
func fetch(url, token string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, body)
	}
	return body, err
}
