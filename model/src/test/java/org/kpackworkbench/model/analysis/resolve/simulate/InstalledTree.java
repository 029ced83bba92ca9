package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.offload.Marker;

/** A folder with a library that is none and archives that are, for tests of loaders. */
public final class InstalledTree {
  /** The library's name in archives. */
  public static final String NAME = "lib/libtest.so";

  private final Path root;

  public InstalledTree(Path folder) throws IOException {
    // Some systems have links on the way to their temporary folder.
    root = folder.toRealPath();
    Files.createDirectories(root.resolve("lib"));
    Files.createDirectories(root.resolve(".kpack"));
    Files.writeString(library(), "no library");
  }

  public Path root() {
    return root;
  }

  public Path library() {
    return root.resolve("lib/libtest.so");
  }

  public Path archive(String name) {
    return root.resolve(".kpack").resolve(name);
  }

  /**
   * Writes an archive.
   *
   * @param rows each a key, {@code @}, a target; a target alone is listed without a row
   */
  public InstalledTree with(String name, String... rows) throws IOException {
    Files.write(archive(name), bytes(false, rows));
    return this;
  }

  /** Likewise, without compression. */
  public InstalledTree withPlain(String name, String... rows) throws IOException {
    Files.write(archive(name), bytes(true, rows));
    return this;
  }

  /** Likewise, with a list of targets of its own. */
  public InstalledTree listing(String name, List<String> listed, String... rows)
      throws IOException {
    Files.write(archive(name), bytes(false, listed, rows));
    return this;
  }

  /** What is under a key: its own text, repeated. */
  public static byte[] code(String row) {
    return row.repeat(20).getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  static byte[] bytes(boolean plain, String... rows) {
    return bytes(plain, null, rows);
  }

  private static byte[] bytes(boolean plain, List<String> listed, String... rows) {
    List<byte[]> kernels = new ArrayList<>();
    Map<String, Pairs> toc = new LinkedHashMap<>();
    Set<String> targets = new LinkedHashSet<>();
    for (String row : rows) {
      int at = row.indexOf('@');
      targets.add(row.substring(at + 1));
      if (at >= 0) {
        byte[] code = code(row);
        toc.computeIfAbsent(row.substring(0, at), key -> map())
            .put(row.substring(at + 1), TestArchive.entry(kernels.size(), code.length));
        kernels.add(code);
      }
    }
    byte[][] all = kernels.toArray(byte[][]::new);
    TestArchive archive =
        all.length == 0
            ? TestArchive.plain().blobs()
            : plain ? TestArchive.plain(all) : TestArchive.zstd(all);
    Pairs table = map();
    toc.forEach(table::put);
    archive.architectures = listed == null ? List.copyOf(targets) : listed;
    return archive.toc(table).bytes();
  }

  /** A request of the library. */
  public LoadRequest request(long index, String targets, String... searchPaths) {
    return request(PathRules.LINUX, index, targets, searchPaths);
  }

  /** A request of a library of another system. */
  public LoadRequest request(PathRules rules, long index, String targets, String... searchPaths) {
    LoadRequest asked =
        new LoadRequest(Marker.stating(NAME, List.of(searchPaths)), library(), index, List.of());
    List<String> devices = List.of(targets.split(" "));
    return new LoadRequest(asked.metadata(), asked.markerPlace(), library(), index, devices, rules);
  }

  public static List<GpuTarget> targets(String texts) {
    return Arrays.stream(texts.split(" ")).map(GpuTarget::parse).toList();
  }

  /** What a runtime hands over for a device, for {@link #request}. */
  public static String preference(String device) {
    return String.join(" ", Device.written(device).handed());
  }

  /** A trace in words, with paths from the root. */
  public List<String> words(Resolution resolution) {
    return StepText.lines(resolution.trace()).stream()
        .map(line -> line.replace(root + "/", ""))
        .toList();
  }
}
