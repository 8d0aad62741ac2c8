-- What the load tool asks, the same at both servers: the requests of a file, one after the other, again and again.
-- Arguments: a file with lines of a path and, after a tab, what If-None-Match shall say; a file with the other headers; after what
-- part of the requests to begin.

local requests, position = {}, 0

function init(arguments)
    local headers = {}
    for line in io.lines(arguments[2]) do
        local name, value = line:match("^([^:]+): (.*)$")
        headers[name] = value
    end
    for line in io.lines(arguments[1]) do
        local path, tag = line:match("^([^\t]+)\t(.*)$")
        headers["If-None-Match"] = tag ~= "" and tag or nil
        requests[#requests + 1] = wrk.format("GET", path, headers)
    end
    position = math.floor(#requests * tonumber(arguments[3]))
end

function request()
    position = position % #requests + 1
    return requests[position]
end

function done(summary, latency, _)
    local errors = summary.errors
    local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    io.write(string.format(
        "\nmeasured %d %d %d %d %d %d\n",
        summary.requests, summary.duration, summary.bytes, failed, latency:percentile(50), latency:percentile(99)
    ))
end
