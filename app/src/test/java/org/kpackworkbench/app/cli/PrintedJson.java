package org.kpackworkbench.app.cli;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.kpackworkbench.app.ProgramVersion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON document that a command printed, or a line of many, and what its schema says of it.
 *
 * @param command the command; its schema has its name
 * @param line whether it is one of many lines
 */
record PrintedJson(String command, boolean line, JsonNode json) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  /** What a command line printed; nothing if that is no JSON. */
  static List<PrintedJson> of(List<String> args, String out) {
    String command = args.isEmpty() ? "" : args.contains("--version") ? "version" : args.getFirst();
    boolean lines = args.contains("--json-lines") || args.contains("json-lines");
    boolean wanted = lines || args.contains("--json") || args.contains("json");
    if (!wanted || !out.startsWith("{") || schemaText(command) == null) {
      return List.of();
    }
    if (!lines) {
      return List.of(new PrintedJson(command, false, MAPPER.readTree(out)));
    }
    List<PrintedJson> all = new ArrayList<>();
    // A run that fails before its first line prints a document.
    boolean document = out.startsWith("{\n");
    Stream<String> texts = document ? Stream.of(out) : out.lines();
    texts.forEach(text -> all.add(new PrintedJson(command, !document, MAPPER.readTree(text))));
    return all;
  }

  /** The schema of a command, or of {@code version}; null if there is none. */
  static ObjectNode schemaText(String command) {
    try (InputStream in =
        ProgramVersion.class.getResourceAsStream("schema/" + command + ".schema.json")) {
      return in == null ? null : (ObjectNode) MAPPER.readTree(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The same with another content. */
  PrintedJson with(JsonNode changed) {
    return new PrintedJson(command, line, changed);
  }

  /** What is not as its schema says. */
  List<String> faults() {
    Schema schema = SCHEMAS.computeIfAbsent(command + line, key -> schema());
    return schema.validate(json).stream().map(Object::toString).toList();
  }

  private Schema schema() {
    ObjectNode text = schemaText(command);
    if (!line) {
      return REGISTRY.getSchema(text);
    }
    ObjectNode ofLine = MAPPER.createObjectNode();
    ofLine.put("$schema", text.get("$schema").asString());
    ofLine.put("$id", text.get("$id").asString() + ":line");
    ofLine.put("$ref", "#/$defs/line");
    ofLine.set("$defs", text.get("$defs"));
    return REGISTRY.getSchema(ofLine);
  }
}
