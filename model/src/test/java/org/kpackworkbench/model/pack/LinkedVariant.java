package org.kpackworkbench.model.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;

/**
 * A library or program that is linked in its own way: everything about it follows from a number.
 *
 * @param number the number
 * @param kind what is linked
 * @param linker what links it
 * @param flags what the linker is told
 * @param objects what of the toolchain's objects it has beside its own
 * @param bundles its bundles, in the order in which they lie in the section
 * @param wrappers for each wrapper the bundle that it points to
 * @param exported whether bundles are symbols that others may replace, so that relocations of
 *     shared libraries name these
 * @param fillBytes sizes of read-only data, code and zeros beside the device code
 * @param tools what packagers ran on it before
 */
record LinkedVariant(
    int number,
    Kind kind,
    Linker linker,
    List<String> flags,
    List<String> objects,
    List<Bundle> bundles,
    List<Integer> wrappers,
    boolean exported,
    List<Integer> fillBytes,
    List<List<String>> tools) {

  private static final List<String> TARGETS =
      List.of("gfx1100", "gfx90a:xnack+", "gfx942", "gfx9-4-generic", "gfx1030");

  /** What is linked. */
  enum Kind {
    LIBRARY("-shared"),
    PROGRAM("-pie"),
    FIXED_PROGRAM("-no-pie"),
    STATIC("-static"),
    STATIC_PIE("-static-pie");

    private final String flag;

    Kind(String flag) {
      this.flag = flag;
    }

    String flag() {
      return flag;
    }

    boolean isStatic() {
      return this == STATIC || this == STATIC_PIE;
    }

    boolean isFixed() {
      return this == FIXED_PROGRAM || this == STATIC;
    }
  }

  /** What links. */
  enum Linker {
    BFD("ld.bfd"),
    GOLD("ld.gold"),
    LLD("ld.lld-19"),
    MOLD("mold");

    private final String program;

    Linker(String program) {
      this.program = program;
    }

    String program() {
      return program;
    }

    String flag() {
      return this == LLD ? "-fuse-ld=lld" : "-fuse-ld=" + program.replace("ld.", "");
    }
  }

  /**
   * A bundle.
   *
   * @param alignment of its first byte
   * @param bytes what is stored
   */
  record Bundle(int alignment, byte[] bytes) {}

  /** Works a variant out. */
  static LinkedVariant of(int number) {
    return new Maker(number).make();
  }

  /** Draws everything; what does not go together is not drawn. */
  private static final class Maker {
    private final int number;
    private final Random random;
    private final List<String> flags = new ArrayList<>();
    private final List<String> objects = new ArrayList<>();
    private Kind kind = Kind.LIBRARY;
    private Linker linker = Linker.LLD;

    Maker(int number) {
      this.number = number;
      this.random = new Random(0x6b7061636bL * (number + 1));
    }

    LinkedVariant make() {
      linker = Linker.values()[number % Linker.values().length];
      kind =
          one(
              Kind.LIBRARY,
              Kind.LIBRARY,
              Kind.LIBRARY,
              Kind.LIBRARY,
              Kind.PROGRAM,
              Kind.PROGRAM,
              Kind.FIXED_PROGRAM,
              Kind.FIXED_PROGRAM,
              Kind.STATIC,
              Kind.STATIC_PIE);
      if (linker == Linker.GOLD && kind == Kind.STATIC_PIE) {
        // Gold cannot.
        kind = Kind.STATIC;
      }
      flags();
      objects();
      List<Bundle> bundles = bundles();
      List<Integer> fill = List.of(size(), size(), size());
      return new LinkedVariant(
          number,
          kind,
          linker,
          List.copyOf(flags),
          List.copyOf(objects),
          bundles,
          wrappers(bundles.size()),
          chance(30),
          fill,
          tools());
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    @SafeVarargs
    private <T> T one(T... of) {
      return of[random.nextInt(of.length)];
    }

    private void flag(int percent, String... either) {
      if (chance(percent)) {
        flags.add("-Wl," + one(either));
      }
    }

    private void flags() {
      flags.add("-Wl,--build-id=" + one("none", "sha1", "sha1", "md5"));
      flag(70, "--hash-style=gnu", "--hash-style=sysv", "--hash-style=both");
      flag(40, "-z,now", "-z,lazy");
      flag(20, "-z,norelro", "-z,relro");
      flag(20, "-Bsymbolic");
      flag(15, "--gc-sections");
      boolean relocations = (linker == Linker.BFD || linker == Linker.LLD) && chance(15);
      if (relocations) {
        // Gold and mold of Debian 12 fail at times.
        flag(100, "--emit-relocs");
      } else {
        flag(40, "-s", "-S");
      }
      flag(10, "-rpath,$ORIGIN/../lib");
      flag(10, "--export-dynamic");
      boolean large = chance(30);
      if (large) {
        flag(100, "-z,max-page-size=65536", "-z,max-page-size=2097152", "-z,max-page-size=16384");
      }
      switch (linker) {
        case BFD -> {
          // Separated code would pad these to megabytes.
          flag(large ? 100 : 30, "-z,noseparate-code");
          if (!kind.isStatic()) {
            flag(25, "-z,pack-relative-relocs");
          }
          placed("link/fat-first.ld", "link/fat-last-gnu.ld", "link/fat-page-end.ld");
        }
        case LLD -> {
          flag(20, "-z,separate-loadable-segments", "-z,separate-code", "-z,noseparate-code");
          flag(20, "--no-rosegment");
          if (!kind.isStatic()) {
            flag(25, "-z,pack-relative-relocs");
          }
          placed(
              "link/fat-first.ld",
              "link/fat-last-lld.ld",
              "link/fat-page-end.ld",
              "link/fat-alone.ld");
        }
        case GOLD -> flag(15, "--rosegment");
        case MOLD -> {
          flag(20, "-z,separate-loadable-segments", "-z,separate-code", "-z,noseparate-code");
          if (!kind.isStatic()) {
            // Glibc does not load what this mold makes.
            flag(5, "--pack-dyn-relocs=relr");
          }
        }
      }
      if (kind == Kind.LIBRARY && chance(20)) {
        flags.add("-Wl,--version-script=link/versions.map");
      }
    }

    private void placed(String... scripts) {
      if (!kind.isStatic() && chance(20)) {
        flags.add("-T");
        flags.add(one(scripts));
      }
    }

    private void objects() {
      String fixed = kind.isFixed() ? "-nopic" : "";
      String debug = chance(10) ? "-debug" : "";
      objects.add((chance(25) ? "host-tls" : "host") + fixed + debug);
      String indirect = chance(25) ? "-ifunc" : "";
      objects.add((kind == Kind.LIBRARY ? "variant" : "variant-main") + indirect + fixed);
      if (kind.isStatic()) {
        objects.add("stub");
      }
    }

    private int size() {
      return one(0, 0, 24, 700, 4000, 5000, 70_000);
    }

    private List<Bundle> bundles() {
      int count = chance(50) ? 1 + random.nextInt(3) : 1 + random.nextInt(40);
      int alignment = one(4096, 4096, 4096, 4096, 16, 1, 64);
      int style = random.nextInt(5);
      int scale = one(60, 900, 3000, 6000, 13_000, 40_000);
      List<Bundle> made = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Map<String, byte[]> code = new LinkedHashMap<>();
        for (String target : TARGETS) {
          if ((code.isEmpty() && target.equals(TARGETS.getLast())) || chance(50)) {
            code.put(target, code(1 + random.nextInt(scale)));
          }
        }
        byte[] plain = Bundles.forTargets(code);
        boolean packed = style == 4 || (style == 3 && chance(50));
        made.add(
            new Bundle(
                alignment,
                packed
                    ? Ccobs.ccob(1 + random.nextInt(3), one(Ccobs.Method.values()), plain)
                    : plain));
      }
      return made;
    }

    /** Something that compresses as code does, and ends with a byte that is not zero. */
    private byte[] code(int size) {
      byte[] code = new byte[size];
      random.nextBytes(code);
      for (int i = 0; i < size; i++) {
        code[i] = i % 3 == 0 ? code[i] : (byte) (i / 7);
      }
      byte[] magic = "\u007fELF".getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(magic, 0, code, 0, Math.min(size, magic.length));
      code[size - 1] |= 1;
      return code;
    }

    /** In order, reversed, or shared; each bundle has at least one. */
    private List<Integer> wrappers(int bundles) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < bundles; i++) {
        order.add(i);
      }
      switch (random.nextInt(4)) {
        case 0 -> java.util.Collections.reverse(order);
        case 1 -> java.util.Collections.shuffle(order, random);
        case 2 -> {
          for (int i = random.nextInt(3); i > 0 && order.size() < 40; i--) {
            order.add(random.nextInt(bundles));
          }
        }
        default -> {}
      }
      return List.copyOf(order);
    }

    private List<List<String>> tools() {
      List<List<String>> tools = new ArrayList<>();
      int count = chance(60) ? 0 : 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        tools.add(
            switch (random.nextInt(kind.isStatic() ? 6 : 11)) {
              case 0 -> List.of("strip");
              case 1 -> List.of("strip", "--strip-debug");
              case 2 -> List.of("objcopy", "--strip-unneeded");
              case 3 -> List.of("eu-strip");
              case 4 -> List.of("llvm-strip-19");
              case 5 -> List.of("objcopy", "--add-section", ".kpackfix=link/versions.map");
              case 6 -> List.of("patchelf", "--set-rpath", "$ORIGIN/../lib:/opt/rocm/lib");
              case 7 -> List.of("patchelf", "--add-needed", "libm.so.6");
              case 8 -> List.of("patchelf", "--set-rpath", "/a".repeat(1 + random.nextInt(900)));
              case 9 ->
                  kind == Kind.LIBRARY
                      ? List.of("patchelf", "--set-soname", "libanother-name.so.7")
                      : List.of("patchelf", "--set-interpreter", "/lib64/ld-linux-x86-64.so.2");
              default -> List.of("patchelf", "--replace-needed", "libc.so.6", "libc.so.6");
            });
      }
      return List.copyOf(tools);
    }
  }

  /** What it is, for messages. */
  @Override
  public String toString() {
    return "variant %d: %s %s by %s %s, %s, %d bundles at %d, %d bytes the first, %d wrappers%s, filled %s, then %s"
        .formatted(
            number,
            kind,
            fileName(),
            linker,
            flags,
            objects,
            bundles.size(),
            bundles.getFirst().alignment(),
            bundles.getFirst().bytes().length,
            wrappers.size(),
            exported ? ", exported" : "",
            fillBytes,
            tools.toString().replaceAll("(/a){9,}", "/a…"));
  }

  String fileName() {
    return kind == Kind.LIBRARY ? "libvariant.so" : "variant";
  }

  /** Writes the assembler file with bundles and wrappers, and what it includes. */
  Path writeSource(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(".section .note.GNU-stack,\"\",@progbits\n");
    text.append(".section .hip_fatbin,\"a\",@progbits\n");
    for (int i = 0; i < bundles.size(); i++) {
      Path file = Files.write(folder.resolve("bundle" + i), bundles.get(i).bytes());
      text.append(".balign %d\n".formatted(bundles.get(i).alignment()));
      if (exported) {
        text.append(".globl __hip_fatbin_%d\n.type __hip_fatbin_%d,@object\n".formatted(i, i));
      }
      text.append("__hip_fatbin_%d:\n.incbin \"%s\"\n".formatted(i, file));
      text.append(".size __hip_fatbin_%d, .-__hip_fatbin_%d\n".formatted(i, i));
    }
    text.append(".section .hipFatBinSegment,\"aw\",@progbits\n.balign 8\n");
    text.append(".globl kpackfix_wrappers, kpackfix_wrappers_end\n");
    text.append(".hidden kpackfix_wrappers, kpackfix_wrappers_end\nkpackfix_wrappers:\n");
    for (int bundle : wrappers) {
      text.append(".long 0x48495046, 1\n.quad __hip_fatbin_%d, 0\n".formatted(bundle));
    }
    text.append("kpackfix_wrappers_end:\n");
    String[] sections = {".rodata,\"a\"", ".text,\"ax\"", ".bss,\"aw\""};
    for (int i = 0; i < sections.length; i++) {
      if (fillBytes.get(i) > 0) {
        text.append(
            ".section %s,%s\n.balign 8\n.globl kpackfix_fill_%d\nkpackfix_fill_%d:\n.skip %d\n"
                .formatted(sections[i], i == 2 ? "@nobits" : "@progbits", i, i, fillBytes.get(i)));
      }
    }
    return Files.writeString(folder.resolve("variant.s"), text);
  }
}
