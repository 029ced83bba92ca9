/**
 * Code objects ({@code hsaco}): what an AMD GPU runs.
 *
 * <p>A {@link org.kpackworkbench.model.format.codeobject.CodeObject} is an ELF64 file of machine
 * 224 with a target in its flags, metadata in a note, and for each kernel machine code and a
 * 64-byte descriptor. Facts: "AMDGPU Backend" usage guide of LLVM, sections "ELF Code Object",
 * "Code Object Metadata", "Kernel Descriptor".
 *
 * <table>
 * <caption>{@code e_flags}</caption>
 * <tr><th>bits</th><th>from V4 on</th><th>V3</th></tr>
 * <tr><td>7–0</td><td>processor, see {@code processors.txt}</td><td>processor</td></tr>
 * <tr><td>9–8</td><td>xnack: 0 not supported, 1 any, 2 off, 3 on</td><td>8: xnack on</td></tr>
 * <tr><td>11–10</td><td>sramecc, likewise</td><td>9: sramecc on</td></tr>
 * <tr><td>31–24</td><td>V6: version of a generic processor</td><td></td></tr>
 * </table>
 *
 * <table>
 * <caption>Kernel descriptor, 64 bytes at {@code NAME.kd}</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>local memory of a work-group</td></tr>
 * <tr><td>4</td><td>4</td><td>scratch memory of a work-item</td></tr>
 * <tr><td>8</td><td>4</td><td>size of the arguments</td></tr>
 * <tr><td>16</td><td>8</td><td>offset of the code from the descriptor, signed</td></tr>
 * <tr><td>44</td><td>4</td><td>{@code COMPUTE_PGM_RSRC3}</td></tr>
 * <tr><td>48</td><td>4</td><td>{@code COMPUTE_PGM_RSRC1}</td></tr>
 * <tr><td>52</td><td>4</td><td>{@code COMPUTE_PGM_RSRC2}</td></tr>
 * <tr><td>56</td><td>2</td><td>code properties</td></tr>
 * <tr><td>58</td><td>2</td><td>arguments in registers at start</td></tr>
 * </table>
 *
 * The bytes between are reserved and 0. Metadata is a MessagePack map in a note of owner {@code
 * AMDGPU} and type 32; V2 has YAML text in a note of owner {@code AMD} and type 10, and another
 * kind of descriptor, which is not read.
 *
 * {@snippet :
 * CodeObject codeObject = CodeObject.read(view);
 * for (Kernel kernel : codeObject.kernels()) {
 *   KernelDescriptor descriptor = codeObject.descriptor(kernel);
 * }
 * }
 *
 * <p>The room has five parts:
 *
 * <table>
 * <caption>Parts</caption>
 * <tr><th>part</th><th>classes</th></tr>
 * <tr><td>targets</td><td>{@code ProcessorTable} has the numbers of the table of GPU names; {@link
 *     org.kpackworkbench.model.format.codeobject.CodeObjectFlags} decodes {@code e_flags}; {@link
 *     org.kpackworkbench.model.format.codeobject.TargetMismatch} compares the targets that a code
 *     object states; {@link org.kpackworkbench.model.base.target.GpuNames} maps product names
 *     of GPUs to targets</td></tr>
 * <tr><td>metadata</td><td>{@code MetadataScan} finds the note, {@code MetadataReader} reads it
 *     with {@code MapReader}; the model is {@link
 *     org.kpackworkbench.model.format.codeobject.Metadata} and {@link
 *     org.kpackworkbench.model.format.codeobject.Kernel}</td></tr>
 * <tr><td>descriptors</td><td>{@link
 *     org.kpackworkbench.model.format.codeobject.KernelDescriptor}; {@code DescriptorLayout} lists
 *     the fields of each processor generation, {@code DescriptorBits} their values in words</td></tr>
 * <tr><td>code objects</td><td>{@link org.kpackworkbench.model.format.codeobject.CodeObject} reads
 *     all of one; {@link org.kpackworkbench.model.format.codeobject.CodeObjectGlance} and {@link
 *     org.kpackworkbench.model.format.codeobject.HeaderTarget} read only what states the target;
 *     {@link org.kpackworkbench.model.format.codeobject.KernelSearch} finds kernels in many</td></tr>
 * <tr><td>disassembly</td><td>{@link org.kpackworkbench.model.format.codeobject.Disassembler} runs
 *     a tool that {@link org.kpackworkbench.model.format.codeobject.DisassemblerFinder} found</td></tr>
 * <tr><td>registry</td><td>{@link org.kpackworkbench.model.format.codeobject.CodeObjectFormat} is the entry
 *     of the format, {@link org.kpackworkbench.model.format.codeobject.CodeObjectDocument} an open file</td></tr>
 * </table>
 */
package org.kpackworkbench.model.format.codeobject;
