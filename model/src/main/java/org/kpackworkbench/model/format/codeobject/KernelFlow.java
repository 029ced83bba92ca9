package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;

/**
 * How control flows through disassembled code: basic blocks and loops. The distance of a branch is
 * taken from the instruction's bytes (the signed 16 bits of SOPP and SOPK, in words from the next
 * instruction on), not from its text. Immutable; safe for use by many threads.
 *
 * @param blocks the blocks, in the order of the lines
 * @param loops the loops, by their first line, outer ones first
 */
public record KernelFlow(
    List<Block> blocks, List<Loop> loops, BitSet reached, Map<Integer, Integer> targets) {
  private static final int WORD_BYTES = 4;

  /**
   * Instructions that run one after another.
   *
   * @param from the line of the first one
   * @param to behind the line of the last one
   * @param next the blocks that may follow, by number
   * @param leaves whether it may go on somewhere that is not in the listing
   */
  public record Block(int from, int to, List<Integer> next, boolean leaves) {
    public Block {
      next = List.copyOf(next);
    }
  }

  /**
   * A loop: a block that is reached again from one that it dominates, and what is in between.
   *
   * @param from the first line
   * @param to behind the last line; lines in between need not all belong to the loop
   * @param depth in how many other loops it is
   */
  public record Loop(int from, int to, int depth) {}

  public KernelFlow {
    blocks = List.copyOf(blocks);
    loops = List.copyOf(loops);
    targets = Map.copyOf(targets);
  }

  /** Finds blocks and loops; the code starts with the first instruction. */
  public static KernelFlow of(List<DisassemblyLine> lines) {
    return new Finder(lines).find();
  }

  /** The loops that a line is in, outer ones first. */
  public List<Loop> loopsAt(int line) {
    return loops.stream().filter(loop -> loop.from() <= line && line < loop.to()).toList();
  }

  /** Whether a block starts with a line. */
  public boolean startsBlock(int line) {
    int low = 0;
    int high = blocks.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int from = blocks.get(middle).from();
      if (from == line) {
        return true;
      }
      low = from < line ? middle + 1 : low;
      high = from < line ? high : middle - 1;
    }
    return false;
  }

  /** Whether a block can be reached from the first one. */
  boolean reached(int block) {
    return reached.get(block);
  }

  /** The line to which the branch of a line goes; -1 if it is no branch or leaves the listing. */
  public int target(int line) {
    return targets.getOrDefault(line, -1);
  }

  /** The mnemonic of an instruction. */
  static String mnemonic(Instruction instruction) {
    String text = instruction.text();
    int end = text.indexOf(' ');
    return end < 0 ? text : text.substring(0, end);
  }

  /** Whether what follows an instruction never runs because of it. */
  static boolean ends(String mnemonic) {
    return mnemonic.startsWith("s_endpgm")
        || mnemonic.equals("s_branch")
        || mnemonic.startsWith("s_setpc_b64")
        || mnemonic.startsWith("s_rfe");
  }

  private static final class Finder {
    private final List<DisassemblyLine> lines;
    private final Map<Long, Integer> byAddress = new HashMap<>();
    private final Map<Integer, Integer> targets = new HashMap<>();

    Finder(List<DisassemblyLine> lines) {
      this.lines = lines;
    }

    KernelFlow find() {
      List<Block> blocks = blocks();
      int[] order = order(blocks);
      BitSet reached = new BitSet();
      Arrays.stream(order).forEach(reached::set);
      return new KernelFlow(blocks, loops(blocks, order), reached, targets);
    }

    private List<Block> blocks() {
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i) instanceof Instruction instruction) {
          byAddress.put(instruction.address(), i);
        }
      }
      BitSet leaders = new BitSet();
      BitSet outside = new BitSet();
      boolean leader = true;
      for (int i = 0; i < lines.size(); i++) {
        if (!(lines.get(i) instanceof Instruction instruction)) {
          continue;
        }
        if (leader) {
          leaders.set(i);
        }
        String mnemonic = mnemonic(instruction);
        boolean branch = AssemblyText.isBranch(mnemonic);
        if (branch) {
          int target = targetOf(instruction);
          if (target < 0) {
            outside.set(i);
          } else {
            targets.put(i, target);
            leaders.set(target);
          }
        }
        leader = branch || ends(mnemonic);
      }
      return blocks(leaders, outside);
    }

    private int targetOf(Instruction branch) {
      String word = branch.hex().length() < 8 ? "" : branch.hex().substring(4, 8);
      if (word.isEmpty()) {
        return -1;
      }
      long distance = (short) Integer.parseInt(word, 16);
      return byAddress.getOrDefault(branch.address() + WORD_BYTES + WORD_BYTES * distance, -1);
    }

    private List<Block> blocks(BitSet leaders, BitSet outside) {
      TreeMap<Integer, Integer> numbers = new TreeMap<>();
      leaders.stream().forEach(line -> numbers.put(line, numbers.size()));
      List<Block> blocks = new ArrayList<>();
      for (int from = leaders.nextSetBit(0); from >= 0; from = leaders.nextSetBit(from + 1)) {
        int following = leaders.nextSetBit(from + 1);
        int to = following < 0 ? lines.size() : following;
        int last = to - 1;
        while (!(lines.get(last) instanceof Instruction)) {
          last--;
        }
        String mnemonic = mnemonic((Instruction) lines.get(last));
        List<Integer> next = new ArrayList<>();
        if (!ends(mnemonic) && following >= 0) {
          next.add(numbers.get(following));
        }
        Integer target = targets.get(last);
        if (target != null && !next.contains(numbers.get(target))) {
          next.add(numbers.get(target));
        }
        boolean falls = following < 0 && !ends(mnemonic);
        blocks.add(
            new Block(
                from,
                last + 1,
                next,
                falls || outside.get(last) || mnemonic.startsWith("s_setpc_b64")));
      }
      return blocks;
    }

    /** The blocks that can be reached, each before those that only it leads to. */
    private static int[] order(List<Block> blocks) {
      if (blocks.isEmpty()) {
        return new int[0];
      }
      BitSet seen = new BitSet();
      int[] tried = new int[blocks.size()];
      List<Integer> done = new ArrayList<>();
      Deque<Integer> path = new ArrayDeque<>(List.of(0));
      seen.set(0);
      while (!path.isEmpty()) {
        int at = path.getLast();
        List<Integer> next = blocks.get(at).next();
        if (tried[at] == next.size()) {
          done.add(path.removeLast());
        } else {
          int to = next.get(tried[at]++);
          if (!seen.get(to)) {
            seen.set(to);
            path.add(to);
          }
        }
      }
      return done.reversed().stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<Loop> loops(List<Block> blocks, int[] order) {
      int[] rank = new int[blocks.size()];
      Arrays.fill(rank, -1);
      for (int i = 0; i < order.length; i++) {
        rank[order[i]] = i;
      }
      List<List<Integer>> before = new ArrayList<>();
      blocks.forEach(block -> before.add(new ArrayList<>()));
      for (int at : order) {
        blocks.get(at).next().forEach(to -> before.get(to).add(at));
      }
      int[] dominator = dominators(order, rank, before);
      Map<Integer, BitSet> bodies = new TreeMap<>();
      for (int at : order) {
        for (int to : blocks.get(at).next()) {
          if (dominates(to, at, dominator)) {
            body(bodies.computeIfAbsent(to, head -> new BitSet()), to, at, before);
          }
        }
      }
      List<Loop> loops = new ArrayList<>();
      bodies.forEach(
          (head, body) -> {
            int depth = 0;
            for (Map.Entry<Integer, BitSet> other : bodies.entrySet()) {
              depth += !other.getKey().equals(head) && other.getValue().get(head) ? 1 : 0;
            }
            loops.add(
                new Loop(
                    blocks.get(body.nextSetBit(0)).from(),
                    blocks.get(body.length() - 1).to(),
                    depth));
          });
      loops.sort(Comparator.comparingInt(Loop::from).thenComparingInt(Loop::depth));
      return loops;
    }

    /** Cooper, Harvey and Kennedy's iteration; the first block is its own dominator. */
    private static int[] dominators(int[] order, int[] rank, List<List<Integer>> before) {
      int[] dominator = new int[rank.length];
      Arrays.fill(dominator, -1);
      if (order.length > 0) {
        dominator[order[0]] = order[0];
      }
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int i = 1; i < order.length; i++) {
          int found = -1;
          for (int from : before.get(order[i])) {
            if (dominator[from] >= 0) {
              found = found < 0 ? from : common(found, from, dominator, rank);
            }
          }
          changed |= dominator[order[i]] != found;
          dominator[order[i]] = found;
        }
      }
      return dominator;
    }

    private static int common(int one, int other, int[] dominator, int[] rank) {
      int a = one;
      int b = other;
      while (a != b) {
        if (rank[a] > rank[b]) {
          a = dominator[a];
        } else {
          b = dominator[b];
        }
      }
      return a;
    }

    private static boolean dominates(int block, int other, int[] dominator) {
      int at = other;
      while (at != block && dominator[at] != at) {
        at = dominator[at];
      }
      return at == block;
    }

    private static void body(BitSet body, int head, int latch, List<List<Integer>> before) {
      body.set(head);
      Deque<Integer> open = new ArrayDeque<>(List.of(latch));
      while (!open.isEmpty()) {
        int at = open.removeLast();
        if (!body.get(at)) {
          body.set(at);
          open.addAll(before.get(at));
        }
      }
    }
  }
}
