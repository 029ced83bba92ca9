/**
 * MIOpen's text databases, {@code *.db.txt} and {@code *.fdb.txt}: what it chose for a problem, a
 * record a line.
 *
 * <pre>
 * 64-56-56-1x1-64-56-56-16-0x0-1x1-1x1-0-NCHW-FP32-F=ConvAsm1x1U:1,8,2,64;ConvOclDirectFwd1x1:0.04,0
 * </pre>
 *
 * <p>Before {@code =} is the problem, behind it an ID and its values, and more of them behind
 * {@code ;}. MIOpen takes the first record of a problem and the first values of an ID, and passes
 * over what it cannot read.
 */
package org.kpackworkbench.model.format.miopen;
