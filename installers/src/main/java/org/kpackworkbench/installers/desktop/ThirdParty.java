package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.io.Reader;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.kpackworkbench.installers.Resources;

/**
 * The list of everything that is bundled, with its licences in full. It is made of the jars that
 * are bundled: one that the list of licences does not know ends the build, and so does one too
 * many.
 */
public final class ThirdParty {
  private static final Pattern JAR =
      Pattern.compile("(?<artifact>.+?)-(?<version>\\d[^-]*(-\\d+)?).*\\.jar");
  private static final Pattern OWN_TEXT =
      Pattern.compile("META-INF/([^/]*-)?(LICENSE|NOTICE)(\\.txt|\\.md)?");
  private static final String RULE = "=".repeat(80) + "\n";

  private record Part(String name, List<String> licences, String owner) {}

  private final Path jars;
  private final Path runtime;
  private final boolean complete;

  /**
   * A list.
   *
   * @param jars the folder with the program and everything it is built with
   * @param runtime the runtime that was linked of it, without what only compilers read
   * @param complete whether all that the list of licences knows must be bundled
   */
  public ThirdParty(Path jars, Path runtime, boolean complete) {
    this.complete = complete;
    this.jars = jars;
    this.runtime = runtime;
  }

  /** The list, then the texts. */
  public String text() throws IOException {
    Map<String, Part> known = known();
    Map<String, Path> bundled = bundled();
    check(known.keySet(), bundled.keySet());
    StringBuilder out =
        new StringBuilder("Kpack Workbench is bundled with the work of others:\n\n");
    Set<String> licences = new TreeSet<>();
    for (Map.Entry<String, Path> each : bundled.entrySet()) {
      Part part = known.get(each.getKey());
      if (part == null) {
        continue;
      }
      licences.addAll(part.licences());
      out.append(
          "%s %s%n  %s%n  %s%n"
              .formatted(
                  part.name(),
                  version(each.getValue()),
                  String.join(" AND ", part.licences()),
                  part.owner()));
    }
    out.append(
        """
        Java runtime %s
          GPL-2.0-only WITH Classpath-exception-2.0
          Copyright (c) Oracle and/or its affiliates. What it is made of in turn is in
          the folder runtime/legal.

        """
            .formatted(Runtime.version()));
    for (String licence : licences) {
      section(out, licence, licenceText(licence));
    }
    for (Map.Entry<String, Path> each : bundled.entrySet()) {
      ownTexts(out, each.getValue());
    }
    return out.toString();
  }

  private static void section(StringBuilder out, String title, String text) {
    out.append(RULE).append(title).append('\n').append(RULE).append('\n');
    out.append(text.strip().replace("\r", "")).append("\n\n");
  }

  private static Map<String, Part> known() throws IOException {
    Map<String, Part> parts = new LinkedHashMap<>();
    for (String line : Resources.text("licences/list.txt").lines().toList()) {
      if (!line.startsWith("#")) {
        List<String> cells = Stream.of(line.split("\\|", -1)).map(String::strip).toList();
        List<String> licences = List.of(cells.get(2).split(" AND ", -1));
        parts.put(cells.get(0), new Part(cells.get(1), licences, cells.get(3)));
      }
    }
    return parts;
  }

  private Map<String, Path> bundled() throws IOException {
    Set<String> linked = linkedModules();
    Map<String, Path> bundled = new TreeMap<>();
    try (Stream<Path> files = Files.list(jars)) {
      for (Path jar : files.sorted().toList()) {
        Matcher name = JAR.matcher(jar.getFileName().toString());
        if (name.matches()
            && !name.group("artifact").startsWith("kpack-workbench")
            && linked.contains(moduleOf(jar))) {
          bundled.put(name.group("artifact"), jar);
        }
      }
    }
    return bundled;
  }

  private Set<String> linkedModules() throws IOException {
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(runtime.resolve("release"))) {
      release.load(in);
    }
    return Set.of(release.getProperty("MODULES", "").replace("\"", "").split(" ", -1));
  }

  private static String moduleOf(Path jar) {
    return ModuleFinder.of(jar).findAll().iterator().next().descriptor().name();
  }

  private void check(Set<String> known, Set<String> bundled) throws IOException {
    List<String> wrong = new ArrayList<>();
    bundled.stream()
        .filter(jar -> !known.contains(jar))
        .forEach(jar -> wrong.add(jar + " is bundled, and nothing is known of its licence"));
    known.stream()
        .filter(jar -> complete && !bundled.contains(jar))
        .forEach(jar -> wrong.add(jar + " is listed and not bundled any more"));
    if (!wrong.isEmpty()) {
      throw new IOException("licences/list.txt is out of date: " + String.join("; ", wrong));
    }
  }

  private static String version(Path jar) {
    Matcher name = JAR.matcher(jar.getFileName().toString());
    return name.matches() ? name.group("version") : "";
  }

  private String licenceText(String licence) throws IOException {
    if (licence.startsWith("GPL-2.0")) {
      return Files.readString(runtime.resolve("legal/java.base/LICENSE"));
    }
    if (licence.equals("Apache-2.0")) {
      return entry(bundled().get("commons-compress"), "META-INF/LICENSE.txt");
    }
    return Resources.text("licences/" + licence + ".txt");
  }

  private static String entry(@org.jspecify.annotations.Nullable Path jar, String name)
      throws IOException {
    if (jar == null) {
      throw new IOException("the jar with " + name + " is not bundled any more");
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        throw new IOException(jar + " has no " + name);
      }
      return new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Adds the legal texts in a jar, without repeating the Apache licence. */
  private static void ownTexts(StringBuilder out, Path jar) throws IOException {
    List<String> names;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      names =
          zip.stream()
              .map(ZipEntry::getName)
              .filter(name -> OWN_TEXT.matcher(name).matches())
              .sorted()
              .toList();
    }
    for (String name : names) {
      String text = entry(jar, name);
      String plain = name.toUpperCase(Locale.ROOT);
      if (!(plain.contains("/LICENSE") && text.contains("Apache License"))) {
        section(out, jar.getFileName() + ": " + name, text);
      }
    }
  }
}
