package org.kpackworkbench.model.analysis.resolve.simulate;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cases for loaders, each made from a seed: a tree of folders, links and archives, a binary with a
 * marker, variables, a working folder, targets. Seeds that follow one another share a tree. What is
 * written here is written by hand, so that no writer of the product can hide what its readers do.
 */
final class LoaderCases {
  /** How many seeds share a tree. */
  static final int PER_TREE = 10;

  /**
   * A case.
   *
   * @param binary an ELF file, perhaps through links; its one wrapper leads to the image
   * @param image the loaded image from the wrapper's address on
   */
  record Case(
      long seed,
      Path tree,
      Path binary,
      byte[] image,
      long index,
      List<String> targets,
      Map<String, String> variables,
      Path workingFolder) {

    /** All of it in words, for a failure's message. */
    String dump() throws IOException {
      StringBuilder text = new StringBuilder();
      text.append("seed ").append(seed).append("\nbinary ").append(tree.relativize(binary));
      text.append("\nworking folder ").append(tree.relativize(workingFolder));
      text.append("\nindex ").append(index).append("\ntargets ").append(targets);
      text.append("\nvariables ").append(variables).append("\nmarker ");
      text.append(printable(image, 600)).append("\ntree ").append(tree).append('\n');
      Path opt = tree.resolve("opt");
      if (Files.exists(opt) && !Files.isReadable(opt)) {
        return text.append("  opt/ is locked").toString();
      }
      try (var files = Files.walk(tree)) {
        for (Path file : files.sorted().toList()) {
          text.append("  ").append(tree.relativize(file));
          if (Files.isSymbolicLink(file)) {
            text.append(" -> ").append(Files.readSymbolicLink(file));
          } else if (Files.isDirectory(file)) {
            text.append('/');
          } else if (!file.equals(binary) && Files.isReadable(file)) {
            text.append(": ").append(printable(Files.readAllBytes(file), 2000));
          }
          text.append('\n');
        }
      }
      return text.toString();
    }

    private static String printable(byte[] bytes, int most) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < bytes.length && text.length() < most; ) {
        int same = i + 1;
        while (same < bytes.length && bytes[same] == bytes[i]) {
          same++;
        }
        int b = bytes[i] & 0xff;
        String one = b >= 0x20 && b < 0x7f ? "" + (char) b : "\\x%02x".formatted(b);
        int times = same - i;
        text.append(times > 4 ? "{%d * %s}".formatted(times, one) : one.repeat(times));
        i = same;
      }
      return text + " (%d bytes)".formatted(bytes.length);
    }
  }

  private static final String PLACEHOLDER = "@GFXARCH@";

  /** Represents the byte 0xff in a path. */
  private static final String NO_UTF_8 = "\uf8ff";

  private final Path folder;
  private long treeSeed = -1;
  private @Nullable Tree tree;

  LoaderCases(Path folder) throws IOException {
    this.folder = folder.toRealPath();
  }

  /** Makes a case; the tree of the one before is removed where this one has another. */
  Case of(long seed) throws IOException {
    Tree here = tree;
    if (here == null || seed / PER_TREE != treeSeed) {
      removeTree();
      treeSeed = seed / PER_TREE;
      here = new Tree(folder.resolve("t" + treeSeed), new Dice(~treeSeed));
      tree = here;
    }
    return here.request(seed, new Dice(seed));
  }

  /** Removes what is left. */
  void removeTree() throws IOException {
    if (tree == null) {
      return;
    }
    for (Path locked : tree.locked) {
      Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
    }
    Files.walkFileTree(
        tree.root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes what) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path left, @Nullable IOException problem)
              throws IOException {
            Files.delete(left);
            return FileVisitResult.CONTINUE;
          }
        });
    tree = null;
  }

  /** Chance, the same for the same seed. */
  private static final class Dice {
    private final Random random;

    Dice(long seed) {
      random = new Random(seed * 0x9e3779b97f4a7c15L + 1);
    }

    boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    /** A number from the first to the last. */
    int range(int first, int last) {
      return first + random.nextInt(last - first + 1);
    }

    @SafeVarargs
    final <T> T pick(T... of) {
      return of[random.nextInt(of.length)];
    }

    <T> T pick(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    <T> List<T> shuffled(List<T> of) {
      List<T> shuffled = new ArrayList<>(of);
      Collections.shuffle(shuffled, random);
      return shuffled;
    }

    byte[] bytes(int count) {
      byte[] bytes = new byte[count];
      random.nextBytes(bytes);
      return bytes;
    }
  }

  // ---------------------------------------------------------------------------------------------
  // Trees
  // ---------------------------------------------------------------------------------------------

  private static final List<String> PROCESSORS =
      List.of(
          "gfx900",
          "gfx906",
          "gfx90a",
          "gfx942",
          "gfx1100",
          "gfx1250",
          "gfx1250-strict",
          "gfx9-generic",
          "gfx9-4-generic",
          "gfx11-generic");
  private static final List<String> FEATURES =
      List.of("xnack+", "xnack-", "sramecc+", "sramecc-", "foo+", "xnack");
  private static final List<String> KERNELS =
      List.of(
          "lib/libtest.so", "app", "", "a#0", "lib/caf\u00c3\u00a9.so", "raw\u00ff", "raw\u00fe");

  /** A tree and what requests are made from. */
  private static final class Tree {
    private final Path root;
    private final List<Path> locked = new ArrayList<>();

    /** Paths from the root. */
    private final List<String> folders = new ArrayList<>(List.of("lib", "cwd", ".kpack"));

    private final List<String> archives = new ArrayList<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private final List<String> binaries = new ArrayList<>();
    private final List<String> processors;
    private final List<String> features;
    private final List<String> kernels;
    private final List<String> targets = new ArrayList<>();

    /** What follows the first of a chain of links to an archive's folder; empty to an archive. */
    private String chained = "";

    /** Where requests mostly work. */
    private String working = "cwd";

    /** Patterns that archives of several targets have names for. */
    private final List<String> patterns = new ArrayList<>();

    Tree(Path root, Dice dice) throws IOException {
      this.root = root;
      processors = dice.shuffled(PROCESSORS).subList(0, dice.range(1, 3));
      features = dice.shuffled(FEATURES).subList(0, dice.pick(0, 1, 2, 3, 3, 4));
      kernels = dice.shuffled(KERNELS).subList(0, dice.range(1, 2));
      for (int i = dice.range(1, 3); i > 0; i--) {
        targets.add(target(dice));
      }
      makeFolders(dice);
      makeArchives(dice);
      makeLinks(dice);
      makeBinaries(dice);
      lock(dice);
    }

    private String target(Dice dice) {
      StringBuilder target = new StringBuilder(dice.pick(processors));
      List<String> shuffled = dice.shuffled(features);
      shuffled
          .subList(0, Math.min(shuffled.size(), dice.pick(0, 1, 2, 2, 3, 3, 4)))
          .forEach(feature -> target.append(':').append(feature));
      return target.toString();
    }

    /** A target or one of its reductions, or one that nothing looks up. */
    private String architecture(Dice dice) {
      if (dice.chance(12)) {
        return target(dice);
      }
      String[] parts = dice.pick(targets).split(":", 0);
      if (dice.chance(4)) {
        // What only a target may have is nothing that an archive's list may.
        String target = dice.pick(targets);
        return dice.pick(
            target + ":", "amdgcn-amd-amdhsa--" + target, target.replaceFirst(":", "::"));
      }
      StringBuilder reduction = new StringBuilder(parts[0]);
      for (int i = 1; i < parts.length; i++) {
        if (dice.chance(55)) {
          reduction.append(':').append(parts[i]);
        }
      }
      return reduction.toString();
    }

    private void makeFolders(Dice dice) throws IOException {
      for (String folder :
          List.of("lib/deep", "opt", "cwd/sub", "lib/@GFXARCH@", "opt/@GFXARCH@", "sp ace")) {
        if (dice.chance(40)) {
          folders.add(folder);
        }
      }
      if (dice.chance(35)) {
        // Where a binary's own folder has the placeholder in its name.
        String tail = dice.pick("", "/lib", "/@GFXARCH@");
        folders.add("in@GFXARCH@" + tail);
        for (int i = dice.range(1, 3); i > 0; i--) {
          folders.add("in" + architecture(dice) + tail);
        }
      }
      if (dice.chance(30)) {
        folders.add(dice.pick("lib/", ".kpack/", "cwd/") + architecture(dice));
      }
      if (dice.chance(15)) {
        folders.add(dice.pick(".kpack/d.kpack", "lib/a.kpack"));
      }
      if (dice.chance(35)) {
        // A loop beside the binary, a folder of that name in the working folder.
        working = dice.pick("cwd", "w@GFXARCH@");
        folders.add(working + "/ring");
        if (!working.equals("cwd")) {
          folders.add(working);
          folders.add("w" + architecture(dice) + "/ring");
        }
      }
      for (String folder : folders) {
        Files.createDirectories(root.resolve(folder));
      }
    }

    private void makeArchives(Dice dice) throws IOException {
      for (int i = dice.range(2, 8); i > 0; i--) {
        String name =
            dice.pick(folders)
                + "/"
                + switch (dice.range(0, 9)) {
                  case 0, 1 -> "a.kpack";
                  case 2 -> "b.kpack";
                  case 3, 4 -> architecture(dice) + ".kpack";
                  case 5, 6 -> "k_" + architecture(dice) + ".kpack";
                  case 7 -> "@GFXARCH@.kpack";
                  case 8 -> architecture(dice) + "_@GFXARCH@.kpack";
                  default -> dice.pick("m.kpm", "no suffix", "caf\u00e9.kpack");
                };
        // A folder may have that name.
        String free = Files.exists(root.resolve(name)) ? "lib/free%d.kpack".formatted(i) : name;
        Files.write(root.resolve(free), new Archive(dice, this, "#" + i).bytes());
        archives.add(free);
      }
      if (dice.chance(45)) {
        String pattern =
            dice.pick(folders)
                + dice.pick("/p_@GFXARCH@.kpack", "/@GFXARCH@/p.kpack", "/@GFXARCH@");
        patterns.add(pattern);
        Set<String> names = new LinkedHashSet<>();
        targets.forEach(target -> names.addAll(NaiveLoader.reductions(target)));
        for (String name :
            dice.shuffled(List.copyOf(names)).subList(0, Math.min(5, names.size()))) {
          int at = pattern.lastIndexOf(PLACEHOLDER);
          String file =
              pattern.substring(0, at) + name + pattern.substring(at + PLACEHOLDER.length());
          if (!Files.exists(root.resolve(file))) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.write(root.resolve(file), new Archive(dice, this, "@" + name).bytes());
            archives.add(file);
          }
        }
      }
      for (String folder : List.of(working, working + "/ring")) {
        if (folders.contains(folder) && dice.chance(50)) {
          String file = folder + dice.pick("/r.kpack", "/" + architecture(dice) + "r.kpack");
          if (!Files.exists(root.resolve(file))) {
            Files.write(root.resolve(file), new Archive(dice, this, "r").bytes());
            archives.add(file);
          }
        }
      }
      if (dice.chance(10)) {
        String other = dice.pick(folders) + "/hard.kpack";
        Files.createLink(root.resolve(other), root.resolve(dice.pick(archives)));
        archives.add(other);
      }
    }

    private void makeLinks(Dice dice) throws IOException {
      for (int i = dice.range(0, 6); i > 0; i--) {
        String at =
            dice.pick(folders)
                + "/"
                + dice.pick(
                    "l1",
                    "l2",
                    "l3.kpack",
                    "@GFXARCH@",
                    "ring",
                    "a.kpack",
                    "b.kpack",
                    architecture(dice),
                    architecture(dice) + ".kpack");
        String to =
            switch (dice.range(0, 9)) {
              case 0, 1, 2 -> dice.pick(folders);
              case 3, 4, 5 -> archives.isEmpty() ? at : dice.pick(archives);
              case 6 -> links.isEmpty() ? at : dice.pick(List.copyOf(links.keySet()));
              case 7 -> at;
              case 8 -> dice.pick("nowhere", "lib/none/../a.kpack", ".kpack/@GFXARCH@.kpack");
              default -> dice.pick("/dev/null", "/dev/zero", "/no/such/file");
            };
        link(dice, at, to);
      }
      if (folders.contains(working + "/ring")) {
        link(dice, dice.pick("lib", "lib", "in@GFXARCH@") + "/ring", "lib/ring");
      }
      if (dice.chance(12)) {
        // As many links as a system follows, or more.
        int count = dice.range(39, 42);
        String to = dice.pick(archives);
        if (dice.chance(40)) {
          chained = to.substring(to.lastIndexOf('/'));
          to = to.substring(0, to.lastIndexOf('/'));
        }
        for (int i = count; i > 0; i--) {
          String at = "lib/c" + i;
          link(dice, at, to);
          if (i > 2) {
            links.remove(at);
          }
          to = at;
        }
      }
    }

    private void link(Dice dice, String at, String to) throws IOException {
      Path file = root.resolve(at);
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) || !Files.isDirectory(file.getParent())) {
        return;
      }
      Path there = root.resolve(to);
      boolean relative = !to.startsWith("/") && dice.chance(70);
      Path written = relative ? file.getParent().relativize(there) : there;
      if (written.toString().isEmpty()) {
        written = Path.of(".");
      }
      Files.createSymbolicLink(file, written);
      links.put(at, to);
    }

    private void makeBinaries(Dice dice) throws IOException {
      List<String> homes = new ArrayList<>(List.of("lib", "lib"));
      folders.stream()
          .filter(folder -> folder.startsWith("in@") || folder.equals("lib/deep"))
          .forEach(homes::add);
      for (String home : new LinkedHashSet<>(List.of(homes.getLast(), dice.pick(homes)))) {
        binaries.add(home + "/libtest.so");
        Files.write(root.resolve(home + "/libtest.so"), new byte[0]);
      }
      if (dice.chance(40)) {
        String at = dice.pick("cwd", ".kpack") + "/libtest.so";
        link(dice, at, binaries.getFirst());
        binaries.add(at);
      }
      // Through a link to the binary's folder.
      for (Map.Entry<String, String> link : List.copyOf(links.entrySet())) {
        String through = link.getKey() + "/libtest.so";
        if (binaries.contains(link.getValue() + "/libtest.so") && dice.chance(50)) {
          binaries.add(through);
        }
      }
    }

    private void lock(Dice dice) throws IOException {
      if (dice.chance(8)) {
        Path file = root.resolve(dice.pick(archives));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        locked.add(file);
      }
      if (dice.chance(4) && folders.contains("opt")) {
        Path closed = root.resolve("opt");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        locked.add(closed);
      }
    }

    // -------------------------------------------------------------------------------------------
    // Requests
    // -------------------------------------------------------------------------------------------

    private boolean reached(String path) {
      Path there = root.resolve(path);
      return Files.exists(there) && (!Files.isDirectory(there) || Files.isExecutable(there));
    }

    Case request(long seed, Dice dice) throws IOException {
      // No program starts from a folder that may not be searched, nor loads a library from it.
      String binary = dice.pick(binaries.stream().filter(this::reached).toList());
      String working =
          dice.chance(60) && reached(this.working)
              ? this.working
              : dice.pick(folders.stream().filter(this::reached).toList());
      Path file = root.resolve(binary);
      String home = root.relativize(file.toRealPath().getParent()).toString();
      List<String> paths = new ArrayList<>();
      for (int i = dice.pick(1, 1, 2, 2, 3, 4, 6); i > 0; i--) {
        paths.add(dice.chance(8) ? wild(dice) : path(dice, home, true));
      }
      if (dice.chance(15)) {
        // The same again, perhaps by another way.
        paths.add(dice.chance(50) ? paths.getFirst() : "./" + paths.getFirst());
      }
      byte[] marker = marker(dice, paths);
      byte[] image = concat(marker, trailing(dice));
      long index = dice.pick(0L, 0L, 0L, 0L, 0L, 0L, 1L, 1L, 1L, 2L, 0xffffffffL);
      // What the segment has in memory behind its end in the file is zeros.
      int zeros = dice.chance(85) ? 0 : dice.pick(1, 300, 70_000);
      byte[] elf = executable(dice, image, zeros, marker.length, index);
      Files.write(file, elf);
      // Pages are mapped whole: what the file has behind the segment is in its last one, too.
      int end = MARKER_OFFSET + image.length;
      int pages = (end + zeros + 4095) / 4096 * 4096;
      byte[] loaded = Arrays.copyOf(elf, pages);
      if (zeros > 0) {
        Arrays.fill(loaded, end, pages, (byte) 0);
      }
      loaded = Arrays.copyOfRange(loaded, MARKER_OFFSET, pages);
      Map<String, String> variables = variables(dice, working);
      return new Case(
          seed, root, file, loaded, index, targets(dice), variables, root.resolve(working));
    }

    private List<String> targets(Dice dice) {
      List<String> asked = new ArrayList<>();
      if (dice.chance(5)) {
        return asked;
      }
      for (int i = dice.pick(1, 1, 1, 2, 2, 3); i > 0; i--) {
        String target = dice.chance(85) ? dice.pick(targets) : target(dice);
        String[] parts = target.split(":", 0);
        String other =
            switch (dice.range(0, 15)) {
              case 0 -> target + ":";
              case 1 -> target.replaceFirst(":", "::");
              case 2 -> target.replace(':', '-');
              case 3 -> {
                List<String> features = Arrays.asList(parts).subList(1, parts.length);
                yield parts[0] + ":" + String.join(":", dice.shuffled(features));
              }
              case 4 -> target + ":" + dice.pick(FEATURES);
              case 5 -> parts.length > 1 ? target + ":" + parts[1] : target + ":::";
              case 6 -> dice.pick("amdgcn-amd-amdhsa-", "x", " ", "AMDGCN-amd-amdhsa--") + target;
              case 7 -> dice.pick("none/../", "./", "../lib/") + target;
              default -> target;
            };
        asked.add(dice.chance(15) ? "amdgcn-amd-amdhsa--" + other : other);
      }
      if (dice.chance(5)) {
        asked.add(asked.getFirst());
      }
      return asked;
    }

    private Map<String, String> variables(Dice dice, String working) {
      Map<String, String> variables = new LinkedHashMap<>();
      if (dice.chance(18)) {
        variables.put("ROCM_KPACK_PATH", list(dice, working));
      }
      if (dice.chance(22)) {
        variables.put("ROCM_KPACK_PATH_PREFIX", list(dice, working));
      }
      if (dice.chance(9)) {
        variables.put("ROCM_KPACK_DISABLE", dice.pick("", "0", "1", "00", "01", "no", " ", "10"));
      }
      if (dice.chance(8)) {
        variables.put("ROCM_KPACK_DEBUG", dice.pick("", "0", "1", "yes"));
      }
      if (dice.chance(4)) {
        variables.put("ROCM_KPACK_ARCH_OVERRIDE", dice.pick(targets));
      }
      return variables;
    }

    private String list(Dice dice, String working) {
      if (dice.chance(18)) {
        return dice.pick("", ":", "::", ":::");
      }
      List<String> parts = new ArrayList<>();
      for (int i = dice.range(1, 3); i > 0; i--) {
        parts.add(dice.chance(8) ? "" : path(dice, working, false));
      }
      return String.join(":", parts);
    }

    /** A path that leads to an archive, or looks as if. */
    private String path(Dice dice, String from, boolean placeholders) {
      String to = dice.pick(archives);
      if (dice.chance(30)) {
        // Nothing but a way there.
        String plain = Path.of("/" + from).relativize(Path.of("/" + to)).toString();
        return placeholders && dice.chance(30) ? withPlaceholder(dice, plain) : plain;
      }
      if (placeholders && !patterns.isEmpty() && dice.chance(30)) {
        to = dice.pick(patterns);
      }
      if (links.containsKey("lib/c1") && dice.chance(15)) {
        to = "lib/c1" + chained;
      } else if (dice.chance(20) && !links.isEmpty()) {
        to = dice.pick(List.copyOf(links.keySet()));
        if (dice.chance(60)) {
          to += "/" + Path.of(dice.pick(archives)).getFileName();
        }
      }
      for (Map.Entry<String, String> link : links.entrySet()) {
        if (to.startsWith(link.getValue() + "/") && dice.chance(40)) {
          to = link.getKey() + to.substring(link.getValue().length());
        }
      }
      List<String> names = new ArrayList<>();
      boolean absolute = dice.chance(12);
      if (!absolute) {
        from.chars().filter(c -> c == '/').forEach(slash -> names.add(".."));
        names.add("..");
      }
      names.addAll(List.of(to.split("/", 0)));
      if (to.startsWith(from + "/") && !absolute && dice.chance(80)) {
        names.clear();
        names.addAll(List.of(to.substring(from.length() + 1).split("/", 0)));
      }
      if (links.containsKey(from + "/ring") && dice.chance(35)) {
        // Leads into a loop, and from the working folder to something.
        List<String> there =
            archives.stream().filter(file -> file.startsWith(this.working + "/")).toList();
        if (!there.isEmpty()) {
          String file = dice.pick(there).substring(this.working.length() + 1);
          names.clear();
          names.addAll(List.of("ring", ".."));
          names.addAll(List.of(file.split("/", 0)));
          if (names.get(2).equals("ring") && dice.chance(70)) {
            names.subList(0, 2).clear();
          }
        }
      }
      for (int i = dice.pick(0, 0, 0, 0, 0, 0, 1, 1, 2, 3); i > 0; i--) {
        names.addAll(dice.range(0, names.size()), detour(dice));
      }
      String path = String.join("/", names);
      if (placeholders ? dice.chance(35) : dice.chance(6)) {
        path = withPlaceholder(dice, path);
      }
      return absolute ? root + "/" + path : path;
    }

    private List<String> detour(Dice dice) {
      return switch (dice.range(0, 9)) {
        case 0 -> List.of(".");
        case 1 -> List.of("");
        case 2 -> List.of("none", "..");
        case 3 -> List.of("none", "deeper", "..", "..");
        case 4 -> List.of("@GFXARCH@", "..");
        case 5 -> List.of(dice.pick("l1", "l2", "ring", "c1", "c2", "c3", "deep"), "..");
        case 6 -> List.of(dice.pick("libtest.so", "a.kpack", "b.kpack"), "..");
        case 7 -> List.of(dice.pick("lib", "deep", ".kpack", "cwd", "opt"), "..");
        case 8 -> List.of("..");
        default ->
            List.of(dice.pick("raw" + NO_UTF_8, "caf\u00e9", "...", " ", "n".repeat(300)), "..");
      };
    }

    private String withPlaceholder(Dice dice, String path) {
      // The longest that occurs, so that a file's name becomes a pattern.
      String target =
          targets.stream()
              .flatMap(each -> NaiveLoader.reductions(each).stream())
              .filter(path::contains)
              .max((a, b) -> Integer.compare(a.length(), b.length()))
              .orElse("");
      if (!target.isEmpty()) {
        return dice.chance(80)
            ? path.replaceFirst(java.util.regex.Pattern.quote(target), PLACEHOLDER)
            : path.replace(target, PLACEHOLDER);
      }
      return switch (dice.range(0, 4)) {
        case 0 -> path + PLACEHOLDER;
        case 1 -> PLACEHOLDER + "/../" + path;
        case 2 -> path.replaceFirst("a\\.kpack", PLACEHOLDER + ".kpack");
        case 3 -> path.replaceFirst("none|deep|lib", PLACEHOLDER);
        default -> path;
      };
    }

    private String wild(Dice dice) {
      List<String> names = new ArrayList<>();
      for (int i = dice.range(0, 6); i > 0; i--) {
        names.add(
            dice.pick(
                "..",
                "..",
                "..",
                ".",
                "",
                "none",
                "lib",
                "l1",
                "l2",
                "ring",
                "deep",
                ".kpack",
                "@GFXARCH@",
                "cwd",
                "a.kpack",
                "libtest.so",
                "in@GFXARCH@",
                "c1"));
      }
      names.add(
          dice.pick("a.kpack", "b.kpack", "@GFXARCH@.kpack", "k_@GFXARCH@.kpack", "", ".", ".."));
      return String.join("/", names);
    }

    // -------------------------------------------------------------------------------------------
    // Markers
    // -------------------------------------------------------------------------------------------

    private byte[] marker(Dice dice, List<String> paths) {
      Pack pack = new Pack(dice, dice.chance(30));
      List<@Nullable Object> elements =
          new ArrayList<>(paths.stream().map(NaiveLoader::bytes).toList());
      elements.replaceAll(each -> ((String) each).replace(NaiveLoader.bytes(NO_UTF_8), "\u00ff"));
      if (dice.chance(12)) {
        elements.add(dice.range(0, elements.size()), odd(dice));
      }
      Object name = dice.pick(kernels);
      Object list = elements;
      Object whole = null;
      Pairs map = new Pairs();
      if (dice.chance(9)) {
        switch (dice.range(0, 11)) {
          case 0 -> name = odd(dice);
          case 1 -> list = odd(dice);
          case 2 -> list = List.of();
          case 3 -> list = Arrays.asList(odd(dice), odd(dice));
          case 4 -> whole = odd(dice);
          case 5 -> list = paths.getFirst();
          case 6 -> name = new Raw(new byte[] {(byte) 0xc1});
          case 7 -> map.add("more", new Raw(new byte[] {(byte) 0xc1}));
          case 8 -> name = ABSENT;
          case 9 -> list = ABSENT;
          case 10 -> name = ((String) name).getBytes(StandardCharsets.ISO_8859_1);
          default -> list = new Pairs().add(0L, "../a.kpack");
        }
      }
      Pairs known = new Pairs();
      known.add("kernel_name", name).add("kpack_search_paths", list);
      if (dice.chance(20)) {
        known.reverse();
      }
      if (dice.chance(4)) {
        known.add("kernel_name", dice.pick(odd(dice), "other", dice.pick(kernels)));
      }
      if (dice.chance(4)) {
        known.add("kpack_search_paths", dice.pick(odd(dice), List.of("a.kpack")));
      }
      for (int i = dice.pick(0, 0, 0, 1, 2); i > 0; i--) {
        map.add(dice.chance(60) ? "key" + i : odd(dice), odd(dice));
      }
      map.addAll(known);
      if (dice.chance(20)) {
        map.add("after", odd(dice));
      }
      if (dice.chance(3)) {
        // As much as a loader reads, a byte less or more.
        int rest = 64 * 1024 - new Pack(dice, false).add(map).bytes().length;
        map.add("fill", new byte[rest - "fill".length() - 1 - 3 + dice.range(-1, 1)]);
        return new Pack(dice, false).add(map).bytes();
      }
      byte[] bytes = pack.add(whole == null ? map : whole).bytes();
      return dice.chance(2) ? Arrays.copyOf(bytes, dice.range(0, bytes.length - 1)) : bytes;
    }

    private static byte[] trailing(Dice dice) {
      return switch (dice.range(0, 4)) {
        case 0 -> new byte[0];
        case 1 -> dice.bytes(40);
        case 2 -> new byte[] {(byte) 0xc1, (byte) 0xc1};
        case 3 -> new byte[dice.pick(1, 100, 70_000)];
        default -> new Pack(dice, false).add(new Pairs().add("kernel_name", "after")).bytes();
      };
    }
  }

  /** Heads with a length of four bytes. */
  private static final List<Byte> PROMISING =
      List.of((byte) 0xc6, (byte) 0xc9, (byte) 0xdb, (byte) 0xdd, (byte) 0xdf);

  /** Some value that is seldom the right one. */
  private static Object odd(Dice dice) {
    return switch (dice.range(0, 18)) {
      case 0 -> NIL;
      case 1 -> true;
      case 2 -> 0L;
      case 3 -> -1L;
      case 4 -> 1.0;
      case 5 -> 0.5f;
      case 6 -> new byte[] {'a', '.', 'k', 'p', 'a', 'c', 'k'};
      case 7 -> List.of();
      case 8 -> List.of("a.kpack", 1L);
      case 9 -> new Pairs();
      case 10 -> new Pairs().add("kernel_name", "inner").add("ordinal", 0L).add(NIL, List.of());
      case 11 -> new Raw(new byte[] {(byte) 0xd4, 5, 1});
      case 12 -> new Raw(new byte[] {(byte) 0xc7, 3, 9, 1, 2, 3});
      case 13 -> new Raw(new byte[] {(byte) 0xd6, -1, 0, 0, 0, 1});
      case 14 -> BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
      case 15 -> Long.MIN_VALUE;
      case 16 -> nested(dice.pick(3, 40, 600, 20_000));
      case 17 -> dice.chance(85) ? NIL : new Raw(new byte[] {dice.pick(PROMISING), -1, -1, -1, -1});
      default -> dice.pick("text", "", "\u00ff\u00fe", "0");
    };
  }

  private static Raw nested(int depth) {
    byte[] bytes = new byte[depth + 1];
    Arrays.fill(bytes, (byte) 0x91);
    bytes[depth] = (byte) 0xc0;
    return new Raw(bytes);
  }

  // ---------------------------------------------------------------------------------------------
  // Archives
  // ---------------------------------------------------------------------------------------------

  /** An archive, with whatever may be odd about it. */
  private static final class Archive {
    private final Dice dice;
    private final Tree tree;
    private final String name;
    private final boolean zstd;
    private final boolean oddForms;
    private final List<byte[]> kernels = new ArrayList<>();
    private final ByteArrayOutputStream area = new ByteArrayOutputStream();
    private byte[] header = new byte[64];
    private int version = 1;

    /** Whether some frames, sizes or places of blobs are not what they should be. */
    private final boolean spoiled;

    /** What is odd, a number below 100 each; most archives have nothing odd. */
    private final Set<Integer> oddities = new LinkedHashSet<>();

    Archive(Dice dice, Tree tree, String name) {
      this.dice = dice;
      this.tree = tree;
      this.name = name;
      zstd = dice.chance(55);
      oddForms = dice.chance(25);
      spoiled = dice.chance(28);
      if (dice.chance(50)) {
        for (int i = dice.pick(1, 1, 1, 2, 3); i > 0; i--) {
          oddities.add(dice.range(0, 59));
        }
      }
    }

    private boolean is(int oddity) {
      return oddities.contains(oddity);
    }

    byte[] bytes() {
      if (is(0)) {
        return new byte[0];
      }
      if (is(1)) {
        return dice.bytes(dice.range(1, 200));
      }
      for (int i = dice.range(0, 6); i > 0; i--) {
        String text = "code %s/%d ".formatted(name, i) + "x".repeat(dice.range(1, 300));
        kernels.add(text.getBytes(StandardCharsets.UTF_8));
      }
      if (is(2)) {
        kernels.add(new byte[0]);
      }
      Pairs table = new Pairs();
      if (!is(3)) {
        table.add("format_version", 1L).add("group_name", "test").add("gfx_arch_family", "x");
      }
      Set<String> architectures = new LinkedHashSet<>();
      Pairs toc = toc(architectures);
      List<Object> listed = new ArrayList<>(architectures);
      if (dice.chance(12)) {
        listed = new ArrayList<>(listed.subList(0, listed.size() / 2));
      }
      for (int i = dice.pick(0, 0, 0, 1, 2); i > 0; i--) {
        listed.add(tree.architecture(dice));
      }
      if (is(4) || is(5)) {
        listed.add(dice.range(0, listed.size()), odd(dice));
      }
      Object arches = is(6) ? odd(dice) : dice.shuffled(listed);
      if (!is(7)) {
        table.add("gfx_arches", arches);
      }
      table.add("toc", is(8) ? odd(dice) : toc);
      storage(table);
      if (is(9)) {
        table.reverse();
      }
      if (is(10) || is(11)) {
        repeat(table);
      }
      if (is(12)) {
        table.add(odd(dice), odd(dice));
      }
      if (is(13)) {
        table.add(0, "deep", nested(dice.pick(200, 3000, 30_000)));
      }
      if (is(14)) {
        table.add(0, "toc".getBytes(StandardCharsets.UTF_8), new Pairs());
        table.add(0, "blobs".getBytes(StandardCharsets.UTF_8), List.of());
      }
      byte[] packed = new Pack(dice, oddForms).add(is(15) ? odd(dice) : table).bytes();
      if (is(16)) {
        packed = Arrays.copyOf(packed, dice.range(0, packed.length - 1));
      }
      return file(packed);
    }

    private byte[] file(byte[] table) {
      byte[] file = concat(concat(header, area.toByteArray()), table);
      long at = (long) file.length - table.length;
      if (is(17)) {
        file = concat(file, dice.bytes(dice.range(1, 50)));
      }
      if (is(18)) {
        at = dice.pick((long) file.length, file.length + 1L, -1L, 0L, Long.MIN_VALUE, at - 1);
      }
      if (is(19)) {
        version = dice.pick(0, 2, 0x01000000, 257);
      }
      if (is(20) || dice.chance(4)) {
        byte[] reserved = dice.bytes(48);
        System.arraycopy(reserved, 0, file, 16, 48);
      }
      ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put((byte) 'K').put((byte) 'P').put((byte) 'A').put((byte) 'K');
      bytes.putInt(version).putLong(at);
      if (is(21)) {
        file[dice.range(0, 3)] ^= 0x20;
      }
      if (is(22)) {
        file = Arrays.copyOf(file, dice.range(1, file.length - 1));
      }
      return file;
    }

    private Pairs toc(Set<String> architectures) {
      Pairs toc = new Pairs();
      for (String kernel : tree.kernels) {
        List<Long> indices = new ArrayList<>(List.of(0L, 1L, 2L).subList(0, dice.range(1, 3)));
        if (dice.chance(30)) {
          indices.add(dice.pick(0xffffffffL, -1L));
        }
        for (long index : indices) {
          Pairs entries = new Pairs();
          for (int i = dice.range(1, 6); i > 0; i--) {
            String architecture = tree.architecture(dice);
            // A row that is repeated is one of an oddity.
            if (entries.get(architecture) == null) {
              architectures.add(architecture);
              entries.add(architecture, entry());
            }
          }
          if (is(23) && entries.size() > 0) {
            entries.add(entries.key(0), entry());
          }
          if (is(24)) {
            entries.add(odd(dice), entry());
          }
          if (is(25)) {
            entries.add("gfx000", odd(dice));
          }
          toc.add(dice.chance(6) ? kernel : kernel + "#" + index, entries);
          if (is(26)) {
            Pairs again = new Pairs();
            for (int i = 0; i < entries.size(); i++) {
              again.add(entries.key(i), entry());
            }
            toc.add(kernel + "#" + index, again);
          }
        }
      }
      if (is(27)) {
        toc.add(odd(dice), new Pairs().add("gfx900", entry()));
      }
      if (is(28)) {
        toc.add("none#0", odd(dice));
      }
      return toc;
    }

    private Pairs entry() {
      Pairs entry = new Pairs();
      int ordinal = kernels.isEmpty() ? 0 : dice.range(0, kernels.size() - 1);
      long size = kernels.isEmpty() ? 0 : kernels.get(ordinal).length;
      if (!is(29)) {
        entry.add("type", is(30) ? odd(dice) : dice.pick("hsaco", "co"));
      }
      Object number = (long) ordinal;
      Object original = size;
      if ((is(31) || is(32)) && dice.chance(60)) {
        number = (long) kernels.size() + dice.range(0, 2);
      }
      if (is(33) && dice.chance(30)) {
        number = wrongNumber();
      }
      if (spoiled && dice.chance(35)) {
        original = dice.pick(size + 1, Math.max(0, size - 1), 0L, size + 1000, 5_000_000L);
      }
      if (is(36) && dice.chance(30)) {
        original = wrongNumber();
      }
      if (!(is(37) && dice.chance(25))) {
        entry.add("ordinal", number);
      }
      if (!((is(38) || is(39)) && dice.chance(zstd ? 25 : 60))) {
        entry.add("original_size", original);
      }
      if (is(40)) {
        entry.add("ordinal", dice.pick(0L, 1L, NIL, "0"));
      }
      if (is(41)) {
        entry.add("original_size", dice.pick(0L, NIL, size));
      }
      if (dice.chance(10)) {
        entry.add("metadata", new Pairs().add("ordinal", 99L).add("target", odd(dice)));
      }
      if (dice.chance(10)) {
        entry.reverse();
      }
      return entry;
    }

    private Object wrongNumber() {
      return dice.pick(-1L, -128L, Long.MIN_VALUE, 0.0, 1.0f, "0", true, NIL, List.of(0L), false);
    }

    private void storage(Pairs table) {
      Object scheme = zstd ? "zstd-per-kernel" : "none";
      if (is(42) || is(43) || dice.chance(3)) {
        scheme =
            dice.pick(
                "ZstdPerKernel",
                "NoOp",
                "zstd",
                "ZSTD-PER-KERNEL",
                "none ",
                "",
                "lz4",
                "zstd-per-kernel\0",
                "None");
      }
      if (is(44)) {
        scheme = odd(dice);
      }
      boolean absent = !zstd ? dice.chance(25) : is(45);
      if (!absent) {
        table.add("compression_scheme", scheme);
      }
      if (zstd) {
        frames(table);
      } else {
        blobs(table);
      }
      if (is(46)) {
        // What another scheme would have.
        table.add(zstd ? "blobs" : "zstd_size", dice.pick(List.of(), 4L, odd(dice)));
      }
    }

    private void blobs(Pairs table) {
      List<Object> blobs = new ArrayList<>();
      boolean odd = is(47) || is(48);
      for (byte[] kernel : kernels) {
        if (odd && dice.chance(35)) {
          blobs.add(dice.pick(NIL, 7L, "blob", List.of(64L, 10L), true));
        }
        Object offset = 64L + area.size();
        Object size = (long) kernel.length;
        if (spoiled && dice.chance(40)) {
          offset = dice.pick(100_000L, 1L << 40, Long.MAX_VALUE, 0L, 3L);
        }
        if (spoiled && dice.chance(40)) {
          size = dice.pick(100_000L, 20_000_000L, 1L, 0L);
        }
        if (is(53) && dice.chance(20)) {
          offset = wrongNumber();
        }
        if (is(54) && dice.chance(20)) {
          size = wrongNumber();
        }
        Pairs blob = new Pairs();
        if (!(is(55) && dice.chance(20))) {
          blob.add("offset", offset);
        }
        if (!(is(56) && dice.chance(20))) {
          blob.add("size", size);
        }
        if (dice.chance(10)) {
          blob.reverse();
        }
        if (is(57)) {
          blob.add("size", dice.pick(0L, NIL, "x"));
        }
        blobs.add(blob);
        area.writeBytes(kernel);
      }
      if (odd && dice.chance(30)) {
        blobs.add(NIL);
      }
      if (!is(58)) {
        table.add("blobs", is(59) ? odd(dice) : blobs);
      }
    }

    private void frames(Pairs table) {
      int count = kernels.size();
      if (is(47)) {
        count = dice.pick(count + 1, Math.max(0, count - 1), 2_000_000, -1, 1_048_577);
      }
      area.writeBytes(little(count));
      for (byte[] kernel : kernels) {
        byte[] frame = frame(kernel);
        int size = frame.length;
        if (is(48) && dice.chance(20)) {
          size = dice.pick(size + 5, -1, size + 100_000, Integer.MAX_VALUE);
        }
        area.writeBytes(little(size));
        area.writeBytes(frame);
      }
      Object offset = 64L;
      Object size = (long) area.size();
      if (is(55)) {
        area.writeBytes(dice.bytes(dice.range(1, 9)));
        size = dice.pick((long) area.size(), (long) size);
      }
      if (is(56)) {
        // The area need not begin where it normally does.
        header = concat(header, dice.bytes(7));
        offset = 71L;
      }
      if (is(57)) {
        size =
            dice.pick((long) size - 1, 3L, 0L, 1L << 33, 100_000L, Long.MAX_VALUE, wrongNumber());
      }
      if (is(58)) {
        offset = dice.pick(0L, 65L, 1L << 33, wrongNumber(), BigInteger.TWO.pow(64).subtract(ONE));
      }
      if (!(is(59) && dice.chance(50))) {
        table.add("zstd_offset", offset);
      }
      if (!(is(59) && dice.chance(50))) {
        table.add("zstd_size", size);
      }
    }

    private byte[] frame(byte[] kernel) {
      byte[] frame;
      try (ZstdCompressCtx context = new ZstdCompressCtx()) {
        context.setLevel(3);
        context.setChecksum(dice.chance(30));
        context.setContentSize(dice.chance(70));
        frame = context.compress(kernel);
      }
      if (!spoiled || dice.chance(35)) {
        return frame;
      }
      return switch (dice.range(0, 7)) {
        case 0 -> {
          frame[dice.range(0, frame.length - 1)] ^= (byte) (1 << dice.range(0, 7));
          yield frame;
        }
        case 1 -> Arrays.copyOf(frame, dice.range(0, frame.length - 1));
        case 2 -> concat(frame, dice.bytes(dice.range(1, 5)));
        case 3 -> {
          // Two frames that yield together what one would.
          int cut = dice.range(0, kernel.length);
          yield concat(
              Zstd.compress(Arrays.copyOf(kernel, cut)),
              Zstd.compress(Arrays.copyOfRange(kernel, cut, kernel.length)));
        }
        case 4 -> concat(SKIPPED, frame);
        case 5 -> concat(frame, SKIPPED);
        case 6 -> dice.pick(new byte[0], SKIPPED, dice.bytes(30));
        default -> concat(frame, frame);
      };
    }
  }

  private static final BigInteger ONE = BigInteger.ONE;

  /** A zstd frame that a decoder passes over. */
  private static final byte[] SKIPPED = {0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};

  private static void repeat(Pairs table) {
    // The first counts: what follows is another value, right or wrong.
    Pairs again = new Pairs();
    for (int i = 0; i < table.size(); i++) {
      Object other =
          switch (String.valueOf(table.key(i))) {
            case "compression_scheme" -> "none".equals(table.value(i)) ? "zstd-per-kernel" : "none";
            case "gfx_arches", "blobs" -> List.of();
            case "toc" -> new Pairs();
            case "zstd_offset" -> NIL;
            default -> 5L;
          };
      again.add(table.key(i), other);
    }
    table.addAll(again);
  }

  private static byte[] little(int number) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array();
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  // ---------------------------------------------------------------------------------------------
  // A binary
  // ---------------------------------------------------------------------------------------------

  private static final int MARKER_OFFSET = 64 + 56 + 24;

  /** An executable whose one wrapper leads to an image. */
  static byte[] executable(byte[] image, long index) {
    return executable(new Dice(0), image, 0, image.length, index);
  }

  /** An executable with one wrapper that leads to an image, which is loaded. */
  private static byte[] executable(Dice dice, byte[] image, int zeros, int markerSize, long index) {
    byte[] names =
        "\0.hipFatBinSegment\0.rocm_kpack_ref\0.shstrtab\0".getBytes(StandardCharsets.UTF_8);
    long base = 0x400000;
    int wrapper = 64 + 56;
    int marker = MARKER_OFFSET;
    int strings = marker + image.length;
    int sections = (strings + names.length + 7) / 8 * 8;
    // No relocation: what the wrapper holds is the address. What the section says of the marker's
    // size is nothing that a loader sees.
    boolean named = dice.chance(80);
    long sectionSize = dice.chance(85) ? markerSize : dice.range(0, image.length);
    ByteBuffer file = ByteBuffer.allocate(sections + 4 * 64).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    file.putShort((short) 2).putShort((short) 62).putInt(1).putLong(0).putLong(64);
    file.putLong(sections).putInt(0).putShort((short) 64).putShort((short) 56).putShort((short) 1);
    file.putShort((short) 64).putShort((short) 4).putShort((short) 3);
    file.putInt(1).putInt(6).putLong(0).putLong(base).putLong(base);
    file.putLong(strings).putLong(strings + zeros).putLong(0x1000);
    // The index is the lower half.
    long upper = dice.chance(10) ? 0x7fL << 32 : 0;
    file.putInt(0x4b504948).putInt(1).putLong(base + marker).putLong(upper | index);
    file.put(image).put(names).position(sections);
    section(file, 0, 0, 0, 0, 0, 0);
    section(file, 1, 1, 3, base + wrapper, wrapper, 24);
    section(file, named ? 19 : 0, 1, 2, base + marker, marker, sectionSize);
    section(file, 35, 3, 0, 0, strings, names.length);
    return file.array();
  }

  private static void section(
      ByteBuffer file, int name, int type, long flags, long address, long offset, long size) {
    file.putInt(name).putInt(type).putLong(flags).putLong(address).putLong(offset).putLong(size);
    file.putInt(0).putInt(0).putLong(type == 0 ? 0 : 1).putLong(0);
  }

  // ---------------------------------------------------------------------------------------------
  // MessagePack
  // ---------------------------------------------------------------------------------------------

  private static final Object NIL = new Object();
  private static final Object ABSENT = new Object();

  /** Bytes that go out as they are. */
  record Raw(byte[] bytes) {}

  /** A value in its shortest form: a {@link Pairs}, a List, a String of bytes, a Long and so on. */
  static byte[] packed(Object value) {
    return new Pack(new Dice(0), false).add(value).bytes();
  }

  /** A map whose keys may repeat. */
  static final class Pairs {
    private final List<Object[]> pairs = new ArrayList<>();

    Pairs add(Object key, Object value) {
      return add(pairs.size(), key, value);
    }

    Pairs add(int at, Object key, Object value) {
      if (!value.equals(ABSENT)) {
        pairs.add(at, new Object[] {key, value});
      }
      return this;
    }

    void addAll(Pairs others) {
      pairs.addAll(others.pairs);
    }

    Pairs with(Pairs others) {
      addAll(others);
      return this;
    }

    void reverse() {
      Collections.reverse(pairs);
    }

    int size() {
      return pairs.size();
    }

    Object key(int i) {
      return pairs.get(i)[0];
    }

    Object value(int i) {
      return pairs.get(i)[1];
    }

    @Nullable Object get(Object key) {
      return IntStream.range(0, size())
          .filter(i -> key(i).equals(key))
          .mapToObj(this::value)
          .findFirst()
          .orElse(null);
    }
  }

  /** Writes values, in their shortest forms or in any; a text's chars are its bytes. */
  private static final class Pack {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Dice dice;
    private final boolean anyForm;

    Pack(Dice dice, boolean anyForm) {
      this.dice = dice;
      this.anyForm = anyForm;
    }

    byte[] bytes() {
      return out.toByteArray();
    }

    Pack add(@Nullable Object value) {
      switch (value) {
        case Raw raw -> out.writeBytes(raw.bytes);
        case Boolean is -> out.write(is ? 0xc3 : 0xc2);
        case Double number -> head(0xcb, 8, Double.doubleToRawLongBits(number));
        case Float number -> head(0xca, 4, Float.floatToRawIntBits(number));
        case BigInteger number -> head(0xcf, 8, number.longValue());
        case Integer number -> integer(number);
        case Long number -> integer(number);
        case String text -> {
          length(text.length(), 0xa0, 32, 0xd9, 0xda, 0xdb);
          out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        case byte[] binary -> {
          length(binary.length, 0, 0, 0xc4, 0xc5, 0xc6);
          out.writeBytes(binary);
        }
        case List<?> list -> {
          length(list.size(), 0x90, 16, 0, 0xdc, 0xdd);
          list.forEach(this::add);
        }
        case Pairs map -> {
          length(map.size(), 0x80, 16, 0, 0xde, 0xdf);
          for (Object[] pair : map.pairs) {
            add(pair[0]).add(pair[1]);
          }
        }
        case null, default -> out.write(0xc0);
      }
      return this;
    }

    private boolean shortest() {
      return !anyForm || dice.chance(50);
    }

    /** A length in the shortest form, or in any that has room; a form of 0 is none. */
    private void length(int length, int fix, int below, int one, int two, int four) {
      if (length < below && shortest()) {
        out.write(fix | length);
      } else if (one != 0 && length < 0x100 && shortest()) {
        head(one, 1, length);
      } else if (length < 0x10000 && shortest()) {
        head(two, 2, length);
      } else {
        head(four, 4, length);
      }
    }

    private void integer(long number) {
      if (number >= -32 && number < 128 && shortest()) {
        out.write((int) number);
      } else if (number >= 0 && shortest()) {
        int width = number < 0x100 ? 0 : number < 0x10000 ? 1 : number <= 0xffffffffL ? 2 : 3;
        head(0xcc + width, 1 << width, number);
      } else {
        int width =
            number == (byte) number && shortest()
                ? 0
                : number == (short) number && shortest()
                    ? 1
                    : number == (int) number && shortest() ? 2 : 3;
        head(0xd0 + width, 1 << width, number);
      }
    }

    private void head(int form, int length, long value) {
      out.write(form);
      for (int i = length - 1; i >= 0; i--) {
        out.write((int) (value >> (8 * i)));
      }
    }
  }
}
