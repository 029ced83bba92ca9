package org.kpackworkbench.model.format.codeobject;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import org.kpackworkbench.model.format.codeobject.AssemblyText.Registers;
import org.kpackworkbench.model.format.codeobject.AssemblyText.Token;
import org.kpackworkbench.model.format.codeobject.AssemblyText.TokenKind;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;

/**
 * How many vector registers hold a value that is still read, before each instruction: VGPRs and
 * accumulation VGPRs together, by liveness backward over the control flow, for a lane that runs the
 * instructions.
 *
 * <p>An instruction ends a value's life only if it certainly writes the whole register; writes of
 * 16 bits, of some lanes and by instructions that are not known do not. Calls and branches out of
 * the listing may read every register that the listing names. Immutable; safe for use by many
 * threads.
 */
public final class LiveRegisters {
  private static final int MOST_REGISTERS = 1024;
  private static final int ACCUMULATORS = 512;

  /** The first operand is written, and only written. */
  private static final Pattern WRITES =
      Pattern.compile(
          "v_(?!cmp).*|(?:t?buffer|global|flat|scratch)_load_.*|image_(?!store|atomic).*"
              + "|ds_(?:read|load|swizzle|b?permute|consume|append|param_load|direct_load).*"
              + "|ds_.*_rtn.*|lds_(?:param|direct)_load.*");

  /** Names of instructions that leave parts of the register as they were. */
  private static final Pattern IN_PART =
      Pattern.compile(
          "v_writelane.*|.*_dpp.*|.*_sdwa.*|.*d16.*|v_cvt_(?:f16|u16|i16|bf16|norm|sr|pk_[bf][pf]8).*"
              + "|.*_mix(?:lo|hi)_.*|v_(?!pk_|cvt_).*_(?:b|u|i|f|bf)16(?:_e32|_e64|_t16|_fake16)*"
              + "|v_interp_p2.*|v_swap.*|v_permlane.*");

  private static final Pattern READS_RESULT =
      Pattern.compile(
          "v_(?:dual_|pk_)?(?:fmac|mac|dot\\d+c|smfmac|swmmac|swap|interp_p2|writelane).*"
              + "|v_permlane\\d+_swap.*|v_(?:smfmac|swmmac).*|v_.*fmac.*");

  private static final Pattern PART_MODIFIERS =
      Pattern.compile(".*\\b(?:op_sel|dst_sel|row_|bank_mask|quad_perm|dpp8|wave_|tfe|lds)\\b?.*");

  private static final Pattern INDEXED =
      Pattern.compile("v_movrel.*|v_swaprel.*|s_set_gpr_idx.*|s_set_vgpr_msb.*");

  private static final Pattern CALLS = Pattern.compile("s_swappc_b64.*|s_call_b64.*");

  private final int[] live;
  private final int peak;
  private final String unknown;

  private LiveRegisters(int[] live, String unknown) {
    this.live = live;
    this.peak = Arrays.stream(live).max().orElse(-1);
    this.unknown = unknown;
  }

  /** Counts. Takes time for long code: not for a UI thread. */
  public static LiveRegisters of(List<DisassemblyLine> lines, KernelFlow flow) {
    int[] live = new int[lines.size()];
    Arrays.fill(live, -1);
    BitSet[] reads = new BitSet[lines.size()];
    BitSet[] writes = new BitSet[lines.size()];
    BitSet named = new BitSet();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i) instanceof Instruction instruction) {
        if (INDEXED.matcher(instruction.text()).matches()) {
          return new LiveRegisters(
              live, "Registers are chosen by an index: " + instruction.text() + ".");
        }
        reads[i] = new BitSet();
        writes[i] = new BitSet();
        for (String one : instruction.text().split(" :: ", -1)) {
          operands(one, reads[i], writes[i], named);
        }
      }
    }
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i) instanceof Instruction instruction
          && CALLS.matcher(instruction.text()).matches()) {
        reads[i].or(named);
      }
    }
    flow(flow, reads, writes, named, live);
    return new LiveRegisters(live, "");
  }

  /** How many are live before the instruction of a line; -1 if that is not known. */
  public int before(int line) {
    return line < live.length ? live[line] : -1;
  }

  /** The largest number; -1 if none is known. */
  public int peak() {
    return peak;
  }

  /** The first line with the largest number; -1 if none is known. */
  public int peakLine() {
    for (int i = 0; peak >= 0 && i < live.length; i++) {
      if (live[i] == peak) {
        return i;
      }
    }
    return -1;
  }

  /** Why nothing is known, as a sentence; empty if something is. */
  public String unknown() {
    return unknown;
  }

  private static void flow(
      KernelFlow flow, BitSet[] reads, BitSet[] writes, BitSet named, int[] live) {
    List<KernelFlow.Block> blocks = flow.blocks();
    BitSet[] into = new BitSet[blocks.size()];
    Arrays.setAll(into, i -> new BitSet());
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.size() - 1; b >= 0; b--) {
        BitSet at = behind(blocks.get(b), into, named);
        for (int i = blocks.get(b).to() - 1; i >= blocks.get(b).from(); i--) {
          if (reads[i] != null) {
            at.andNot(writes[i]);
            at.or(reads[i]);
          }
        }
        changed |= !at.equals(into[b]);
        into[b] = at;
      }
    }
    for (int b = 0; b < blocks.size(); b++) {
      if (flow.reached(b)) {
        BitSet at = behind(blocks.get(b), into, named);
        for (int i = blocks.get(b).to() - 1; i >= blocks.get(b).from(); i--) {
          if (reads[i] != null) {
            at.andNot(writes[i]);
            at.or(reads[i]);
            live[i] = at.cardinality();
          }
        }
      }
    }
  }

  private static BitSet behind(KernelFlow.Block block, BitSet[] into, BitSet named) {
    BitSet behind = new BitSet();
    if (block.leaves()) {
      behind.or(named);
    }
    block.next().forEach(next -> behind.or(into[next]));
    return behind;
  }

  private static void operands(String text, BitSet reads, BitSet writes, BitSet named) {
    AssemblyText parts = AssemblyText.of(text);
    String mnemonic = "";
    Token result = null;
    for (Token token : parts.tokens()) {
      if (token.kind() == TokenKind.MNEMONIC && mnemonic.isEmpty()) {
        mnemonic = text.substring(token.start(), token.end());
      } else {
        // Only an operand right behind the name can be the result: v_readlane_b32 writes s0.
        result = mnemonic.isEmpty() ? null : token;
        break;
      }
    }
    boolean writesFirst = writesFirst(mnemonic, text);
    boolean whole =
        writesFirst
            && !IN_PART.matcher(mnemonic).matches()
            && !PART_MODIFIERS.matcher(text).matches();
    for (Token token : parts.tokens()) {
      Registers registers = token.registers();
      if (registers == null || !isVector(registers)) {
        continue;
      }
      BitSet into = new BitSet();
      int base = registers.file().equals("a") ? ACCUMULATORS : 0;
      into.set(base + registers.first(), base + registers.first() + registers.count());
      named.or(into);
      if (!token.equals(result) || !writesFirst) {
        reads.or(into);
      } else {
        if (whole && !registers.half()) {
          writes.or(into);
        }
        if (READS_RESULT.matcher(mnemonic).matches()) {
          reads.or(into);
        }
      }
    }
  }

  private static boolean isVector(Registers registers) {
    return (registers.file().equals("v") || registers.file().equals("a"))
        && registers.first() + registers.count() <= MOST_REGISTERS - ACCUMULATORS;
  }

  private static boolean writesFirst(String mnemonic, String text) {
    boolean toLds = mnemonic.contains("_lds") && !mnemonic.startsWith("lds_");
    if (toLds || text.endsWith(" lds")) {
      return false;
    }
    // An atomic operation writes its first operand where it returns what was there before.
    if (mnemonic.startsWith("global_atomic") || mnemonic.startsWith("flat_atomic")) {
      return text.contains(" glc") || text.contains(" sc0") || text.contains("ATOMIC_RETURN");
    }
    return WRITES.matcher(mnemonic).matches();
  }
}
